/**
 * Storage of the writer's journal: PostgreSQL, or the simulator's disk.
 *
 * An implementation must refuse an append that does not come from the newest writer or does not follow the
 * journal's end, and must never return other bytes than were appended.
 */
import type { Sequence } from '@salar/protocol';
import { engineVersion } from '@salar/engine';
import {
  JournalWriter,
  WrittenByNewer,
  checkJournalProof,
  listSnapshots,
  readJournal,
  readJournalHead,
  readSnapshot,
} from '@salar/store';
import type {
  AppendOutcome,
  Database,
  JournalHead,
  JournalKey,
  JournalProof,
  JournalRow,
  Queryable,
  Snapshot,
  SnapshotSummary,
} from '@salar/store';

export interface JournalReader {
  /** Returns the journal's end. */
  head(): Promise<JournalHead>;
  /**
   * Returns the rows after `after` up to the one that contains `until`, in order.
   *
   * @throws JournalBroken at the first row that is not linked to its predecessor
   */
  read(after: Sequence | JournalHead, until: Sequence): AsyncIterable<JournalRow>;
  /** Lists the snapshots at or before `until`, newest first. */
  snapshots(until: Sequence): Promise<readonly Pick<SnapshotSummary, 'sequence'>[]>;
  /** Returns one snapshot; null when it is gone, damaged, or not written by the exchange. */
  snapshot(sequence: Sequence): Promise<Pick<Snapshot, 'payload'> | null>;
}

export interface JournalAppender {
  readonly epoch: number;
  /**
   * Appends one row and resolves when it is on disk.
   *
   * @throws when it is unknown whether the row was appended; `reconnect` reads the head again
   */
  append(row: JournalRow): Promise<AppendOutcome>;
  /**
   * Drops what is in flight, and reads the journal's end and whether the lease is still ours. Resolves when that end is durable, and not
   * only visible.
   */
  reconnect(): Promise<{ readonly head: JournalHead; readonly isLeaseOurs: boolean }>;
  close(): Promise<void>;
}

export interface JournalStore extends JournalReader {
  /** Takes the writer's lease: from now on no other appender can append. */
  open(holder: string): Promise<JournalAppender>;
}

/**
 * Creates a reader of PostgreSQL's journal, over one connection or one frozen view.
 *
 * @param macKey  the key that proves who wrote a snapshot; without it this is not checked
 */
export function createJournalReader(on: Queryable, macKey?: JournalKey): JournalReader {
  return {
    head: () => readJournalHead(on),
    read: (after, until) => readJournal(on, after, until),
    snapshots: (until) => listReadableSnapshots(on, until),
    snapshot: (sequence) => readSnapshot(on, sequence, macKey),
  };
}

/** Lists the snapshots of this version of the engine: an older one may have given the same commands other outcomes. */
export async function listComparableSnapshots(
  on: Queryable,
  until: Sequence,
): Promise<readonly SnapshotSummary[]> {
  return (await listReadableSnapshots(on, until)).filter((one) => one.engineVersion === engineVersion);
}

/** @throws WrittenByNewer when a newer engine wrote one, because it may interpret the journal after it differently */
async function listReadableSnapshots(on: Queryable, until: Sequence): Promise<readonly SnapshotSummary[]> {
  const snapshots = await listSnapshots(on, until);
  const newer = snapshots.find((one) => one.engineVersion > engineVersion);
  if (newer !== undefined) {
    throw new WrittenByNewer(`the snapshot at command ${newer.sequence}`, `engine ${newer.engineVersion}`);
  }
  return snapshots;
}

/**
 * @param lease  its term, and its epoch if it is already held
 * @param proof  with it, rows and snapshots have MACs, and a journal with an end of somebody else is not opened
 */
export function createJournalStore(
  database: Database,
  lease: { readonly termMs?: number; readonly epoch?: number } = {},
  proof?: JournalProof,
): JournalStore {
  const { epoch, ...claim } = lease;
  const options = proof && { macKey: proof.key };
  return {
    ...createJournalReader(database, proof?.key),
    async open(holder) {
      const writer = await (epoch === undefined
        ? JournalWriter.open(database, { holder, ...claim }, options)
        : JournalWriter.holding(database, epoch, options));
      try {
        if (proof !== undefined) await checkJournalProof(database, proof);
      } catch (error) {
        await writer.close();
        throw error;
      }
      return writer;
    },
  };
}
