/** Snapshots of the engine: a shortcut, never the source of truth. Each is checked against its hash when it is read. */
import { createHash } from 'node:crypto';
import type { Millis, Sequence } from '@salar/protocol';
import type { Database, Queryable } from '../database.ts';
import { computeSnapshotMac, isJournalMac } from '../journal/journal-proof.ts';
import type { JournalKey } from '../journal/journal-proof.ts';

export type Snapshot = {
  /** The last command it includes. */
  readonly sequence: Sequence;
  readonly engineVersion: number;
  readonly stateHash: Uint8Array;
  readonly payload: Uint8Array;
  readonly at: Millis;
};

export type SnapshotSummary = Pick<Snapshot, 'sequence' | 'engineVersion' | 'stateHash'>;

const snapshotsKept = 3;
const snapshotFormat = 1;

/** Computes SHA-256 of the canonical bytes of a state: equal states have equal hashes, on any machine. */
export function computeStateHash(payload: Uint8Array): Uint8Array {
  return createHash('sha256').update(payload).digest();
}

/** Stores a snapshot and deletes all but the newest three. Returns its state hash. @param macKey  proves who wrote it */
export async function saveSnapshot(
  database: Database,
  snapshot: Omit<Snapshot, 'stateHash'>,
  macKey?: JournalKey,
): Promise<Uint8Array> {
  const stateHash = computeStateHash(snapshot.payload);
  const mac = macKey === undefined ? null : computeSnapshotMac(macKey, { ...snapshot, stateHash });
  await database.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO snapshot (sequence, engine_version, format, state_hash, payload, at, mac)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (sequence) DO UPDATE SET engine_version = excluded.engine_version,
         format = excluded.format, state_hash = excluded.state_hash, payload = excluded.payload, at = excluded.at,
         mac = excluded.mac`,
      [
        snapshot.sequence,
        snapshot.engineVersion,
        snapshotFormat,
        stateHash,
        snapshot.payload,
        snapshot.at,
        mac,
      ],
    );
    await tx.query(
      `DELETE FROM snapshot WHERE sequence NOT IN
         (SELECT sequence FROM snapshot ORDER BY sequence DESC LIMIT ${snapshotsKept})`,
    );
  });
  return stateHash;
}

/**
 * Returns the snapshots at or before `until`, newest first.
 *
 * @throws WrittenByNewer when one of them has a format that this version does not know
 */
export async function listSnapshots(on: Queryable, until: Sequence): Promise<readonly SnapshotSummary[]> {
  const rows = await on.query<SnapshotSummary & { format: number }>(
    `SELECT sequence, engine_version AS "engineVersion", format, state_hash AS "stateHash" FROM snapshot
     WHERE sequence <= $1 ORDER BY sequence DESC`,
    [until],
  );
  const newer = rows.find((row) => row.format > snapshotFormat);
  if (newer !== undefined) {
    throw new WrittenByNewer(`the snapshot at command ${newer.sequence}`, `format ${newer.format}`);
  }
  return rows.map(({ sequence, engineVersion, stateHash }) => ({ sequence, engineVersion, stateHash }));
}

/** Thrown instead of guessing the meaning of data from a newer version of Salar. */
export class WrittenByNewer extends Error {
  override readonly name = 'WrittenByNewer';

  constructor(what: string, version: string) {
    super(
      `${what} was written by a newer version of Salar (${version}): start that version or a newer one, ` +
        'or restore a backup from before the update into another directory',
    );
  }
}

/**
 * Returns one snapshot; null when it was deleted, when its bytes do not match its hash, or when it was not written by the
 * exchange.
 *
 * @param macKey  the key that proves who wrote it; without it this is not checked
 */
export async function readSnapshot(
  on: Queryable,
  sequence: Sequence,
  macKey?: JournalKey,
): Promise<Snapshot | null> {
  const rows = await on.query<Snapshot & { readonly mac: Uint8Array | null }>(
    `SELECT sequence, engine_version AS "engineVersion", state_hash AS "stateHash", payload, at, mac FROM snapshot
     WHERE sequence = $1`,
    [sequence],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { mac, ...snapshot } = row;
  if (macKey !== undefined) {
    const compute = (key: JournalKey) => computeSnapshotMac(key, snapshot);
    if (mac === null || !isJournalMac(macKey, mac, compute)) return null;
  }
  return Buffer.compare(computeStateHash(snapshot.payload), snapshot.stateHash) === 0 ? snapshot : null;
}
