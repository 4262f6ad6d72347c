/**
 * An engine that follows the leader's journal, ready to take over.
 *
 * It only reads. Every row is checked against the hash chain, and the state against the leader's snapshots: a
 * standby with another state than the leader must not take over.
 */
import { sequence } from '@salar/protocol';
import type { Sequence } from '@salar/protocol';
import { Engine } from '@salar/engine';
import { headAfter, computeStateHash } from '@salar/store';
import type { JournalHead } from '@salar/store';
import { BatchSink } from '../batch-sink.ts';
import type { JournalReader } from '../journal-store.ts';
import { applyRow, catchUp, restoreEngine } from '../restore.ts';

/** Thrown when the standby's state differs from the leader's. One of the two is wrong, and an operator must know. */
export class StateDiffers extends Error {
  override readonly name = 'StateDiffers';
}

const noEnd = sequence(Number.MAX_SAFE_INTEGER);
/** Comparing pauses the reading. It may take up to this share of the time. */
const compareShareMax = 0.02;

export class JournalTail {
  readonly engine: Engine;
  readonly sink: BatchSink;
  #head: JournalHead;
  #compared: Sequence;
  #compareAgainAt = 0;

  private constructor(parts: { engine: Engine; sink: BatchSink; head: JournalHead }) {
    this.engine = parts.engine;
    this.sink = parts.sink;
    this.#head = parts.head;
    this.#compared = parts.head.sequence;
  }

  /** @throws JournalBroken when the journal is damaged */
  static async open(journal: JournalReader, log: (line: string) => void): Promise<JournalTail> {
    const head = await journal.head();
    const sink = new BatchSink();
    const engine = await restoreEngine(journal, { until: head.sequence, sink, log });
    return new JournalTail({ engine, sink, head });
  }

  /** The last row that the engine has applied. */
  get head(): JournalHead {
    return this.#head;
  }

  /**
   * The newest snapshot of the leader that matched this state; before the first, the sequence where this tail
   * began.
   */
  get comparedSequence(): Sequence {
    return this.#compared;
  }

  /** Applies the new rows. @throws JournalBroken when the journal is damaged */
  async read(journal: Pick<JournalReader, 'read'>): Promise<void> {
    for await (const row of journal.read(this.#head, noEnd)) {
      applyRow(this.engine, row);
      this.#head = headAfter(row);
    }
  }

  /**
   * Compares this state with the leader's newest snapshot, if there is a new one.
   *
   * The snapshot is stored a moment after this engine has passed its sequence, so the rows up to our position are
   * applied to it first.
   *
   * @throws StateDiffers
   */
  async compare(journal: JournalReader): Promise<void> {
    if (performance.now() < this.#compareAgainAt) return;
    const [newest] = await journal.snapshots(this.#head.sequence);
    if (newest === undefined || newest.sequence <= this.#compared) return;
    const startedAt = performance.now();
    const snapshot = await journal.snapshot(newest.sequence);
    if (snapshot === null) return; // already deleted; a newer one follows
    const { sequence: until } = this.#head;
    const theirs = await catchUp(Engine.load(snapshot.payload), journal, { after: newest.sequence, until });
    if (Buffer.compare(computeStateHash(theirs.save()), computeStateHash(this.engine.save())) !== 0) {
      throw new StateDiffers(
        `the state at command ${until} differs from the leader's snapshot at command ${newest.sequence} and the journal after it`,
      );
    }
    this.#compared = newest.sequence;
    const endedAt = performance.now();
    this.#compareAgainAt = endedAt + (endedAt - startedAt) / compareShareMax;
  }
}
