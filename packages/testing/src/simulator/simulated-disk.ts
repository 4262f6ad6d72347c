/**
 * State that survives a crash: rows of the journal, the writer's lease, snapshots. It enforces the rules of the real
 * tables.
 */
import { JournalBroken, checkLink, genesisHash, headAfter, isSameHash, computeStateHash } from '@salar/store';
import type { AppendOutcome, JournalHead, JournalRow } from '@salar/store';
import { sequence } from '@salar/protocol';
import type { Sequence } from '@salar/protocol';

export type StoredSnapshot = {
  readonly sequence: Sequence;
  readonly payload: Uint8Array;
  readonly stateHash: Uint8Array;
};

const snapshotsKept = 3;

export class SimulatedDisk {
  readonly #rows: JournalRow[] = [];
  /** Newest first. */
  #snapshots: StoredSnapshot[] = [];
  #epoch = 0;

  get head(): JournalHead {
    const last = this.#rows.at(-1);
    return last === undefined ? { sequence: sequence(0), hash: genesisHash } : headAfter(last);
  }

  get rows(): readonly JournalRow[] {
    return this.#rows;
  }

  get epoch(): number {
    return this.#epoch;
  }

  get snapshots(): readonly StoredSnapshot[] {
    return this.#snapshots;
  }

  takeLease(): number {
    this.#epoch += 1;
    return this.#epoch;
  }

  /** Checks what the INSERT of the journal writer checks, atomically with the append. */
  append(row: JournalRow): AppendOutcome {
    const { head } = this;
    const follows = row.firstSequence === head.sequence + 1 && isSameHash(row.previousHash, head.hash);
    if (row.epoch !== this.#epoch || !follows) return 'moved';
    this.#rows.push(row);
    return 'appended';
  }

  /**
   * Returns the rows after `after` up to the one that contains `until`.
   *
   * @throws JournalBroken at the first row that is not linked to its predecessor
   */
  *read(after: Sequence | JournalHead, until: Sequence): Generator<JournalRow, void, undefined> {
    let last = typeof after === 'number' ? this.#headAt(after) : after;
    for (let i = this.#indexAfter(last.sequence); i < this.#rows.length; i += 1) {
      const row = this.#rows[i] as JournalRow;
      if (row.firstSequence > until) return;
      checkLink(row, last);
      last = headAfter(row);
      yield row;
    }
  }

  saveSnapshot(sequence: Sequence, payload: Uint8Array): void {
    const saved = { sequence, payload, stateHash: computeStateHash(payload) };
    const others = this.#snapshots.filter((one) => one.sequence !== sequence);
    this.#snapshots = [saved, ...others].sort((a, b) => b.sequence - a.sequence).slice(0, snapshotsKept);
  }

  /** Replaces the bytes of a snapshot, counted from the newest. */
  damageSnapshot(index: number, change: (snapshot: StoredSnapshot) => StoredSnapshot): void {
    const found = this.#snapshots[index];
    if (found !== undefined) this.#snapshots[index] = change(found);
  }

  /**
   * Replaces a row, counted from the oldest.
   * @returns a function that restores it
   */
  damageRow(index: number, change: (row: JournalRow) => JournalRow): () => void {
    const found = this.#rows[index] as JournalRow;
    this.#rows[index] = change(found);
    return () => {
      this.#rows[index] = found;
    };
  }

  #headAt(end: Sequence): JournalHead {
    if (end === 0) return { sequence: end, hash: genesisHash };
    const row = this.#rows[this.#indexAfter(end) - 1];
    if (row === undefined || headAfter(row).sequence !== end) {
      throw new JournalBroken(`no batch of the journal ends at command ${end}`);
    }
    return headAfter(row);
  }

  /** Returns the index of the first row that begins after `last`. */
  #indexAfter(last: Sequence): number {
    let low = 0;
    let high = this.#rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#rows[middle] as JournalRow).firstSequence > last) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
