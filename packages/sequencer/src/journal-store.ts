/**
 * Where the writer keeps its journal: PostgreSQL, or the disk of the simulator.
 *
 * Whatever keeps it must refuse an append by anyone but the newest writer, or that does not follow the journal's end,
 * and must never give back bytes that are not those appended.
 */
import type { Sequence } from '@salar/protocol';
import { engineVersion } from '@salar/engine';
import {
  JournalWriter,
  WrittenByNewer,
  listSnapshots,
  readJournal,
  readJournalHead,
  readSnapshot,
} from '@salar/store';
import type {
  AppendOutcome,
  Database,
  JournalHead,
  JournalRow,
  Queryable,
  Snapshot,
  SnapshotSummary,
} from '@salar/store';

export interface JournalReader {
  /** Where the journal ends. */
  head(): Promise<JournalHead>;
  /**
   * The rows after `after` up to the one that holds `until`, in order.
   *
   * @throws JournalBroken at the first row that is not linked to the one before it
   */
  read(after: Sequence | JournalHead, until: Sequence): AsyncIterable<JournalRow>;
  /** What snapshots there are at or before `until`, newest first. */
  snapshots(until: Sequence): Promise<readonly Pick<SnapshotSummary, 'sequence'>[]>;
  /** One snapshot; null when it is gone, or when its bytes are not what its hash says. */
  snapshot(sequence: Sequence): Promise<Pick<Snapshot, 'payload'> | null>;
}

export interface JournalAppender {
  readonly epoch: number;
  /**
   * Appends one row and resolves when it is on disk.
   *
   * @throws when whether the row is there is unknown, until the head is read again by `reconnect`
   */
  append(row: JournalRow): Promise<AppendOutcome>;
  /** Drops what is in flight, and reads where the journal ends and whether the lease is still ours. */
  reconnect(): Promise<{ readonly head: JournalHead; readonly isLeaseOurs: boolean }>;
  close(): Promise<void>;
}

export interface JournalStore extends JournalReader {
  /** Takes the writer's lease: from now on no other appender can append. */
  open(holder: string): Promise<JournalAppender>;
}

/** The journal of PostgreSQL, as one connection or one frozen view shows it. */
export function createJournalReader(on: Queryable): JournalReader {
  return {
    head: () => readJournalHead(on),
    read: (after, until) => readJournal(on, after, until),
    snapshots: (until) => listReadableSnapshots(on, until),
    snapshot: (sequence) => readSnapshot(on, sequence),
  };
}

/** Snapshots whose bytes this version would write itself: those of an older engine say the same in another way. */
export async function listComparableSnapshots(
  on: Queryable,
  until: Sequence,
): Promise<readonly SnapshotSummary[]> {
  return (await listReadableSnapshots(on, until)).filter((one) => one.engineVersion === engineVersion);
}

/** @throws WrittenByNewer when a newer engine made one: what follows in the journal may mean something else to it */
async function listReadableSnapshots(on: Queryable, until: Sequence): Promise<readonly SnapshotSummary[]> {
  const snapshots = await listSnapshots(on, until);
  const newer = snapshots.find((one) => one.engineVersion > engineVersion);
  if (newer !== undefined) {
    throw new WrittenByNewer(`the snapshot at command ${newer.sequence}`, `engine ${newer.engineVersion}`);
  }
  return snapshots;
}

/** @param lease  its term, and its epoch when it was taken already */
export function createJournalStore(
  database: Database,
  lease: { readonly termMs?: number; readonly epoch?: number } = {},
): JournalStore {
  const { epoch, ...claim } = lease;
  return {
    ...createJournalReader(database),
    open: (holder) =>
      epoch === undefined
        ? JournalWriter.open(database, { holder, ...claim })
        : JournalWriter.holding(database, epoch),
  };
}
