/** Compares a stored snapshot with the state that the journal gives, whichever release encoded it. */
import { Engine } from '@salar/engine';
import { computeStateHash } from '@salar/store';
import type { Snapshot, SnapshotSummary } from '@salar/store';

/**
 * Returns true when a snapshot has the state of the engine. Open orders in it are encoded as a batch of the journal, in the
 * format of the release that wrote it: where the hashes differ, the snapshot is loaded and encoded again.
 *
 * @param read  reads the snapshot; null when it is damaged
 */
export async function isSameState(
  engine: Engine,
  { stateHash }: Pick<SnapshotSummary, 'stateHash'>,
  read: () => Promise<Pick<Snapshot, 'payload'> | null>,
): Promise<boolean> {
  const expected = computeStateHash(engine.save());
  if (Buffer.compare(expected, stateHash) === 0) return true;
  const snapshot = await read();
  if (snapshot === null) return false;
  return Buffer.compare(computeStateHash(Engine.load(snapshot.payload).save()), expected) === 0;
}
