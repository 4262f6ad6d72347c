/**
 * Appends rows durably through outages of PostgreSQL.
 *
 * When a commit fails, its outcome is unknown. So the journal's end is read again, when the database commits again: if it
 * is our row, continue; if it is the row before ours, append the same bytes again; anything else was written by another
 * process, and we stop.
 */
import { computeBackoffMs } from '@salar/protocol/backoff';
import type { Backoff } from '@salar/protocol/backoff';
import { headAfter, isSameHash, rowAfter } from '@salar/store';
import { writePoint } from '@salar/store/write-points';
import type { AppendOutcome, JournalHead, JournalRow } from '@salar/store';
import type { JournalAppender } from './journal-store.ts';
import type { Scheduler } from './scheduler.ts';

/** Thrown when another writer has taken over. This process can append nothing more. */
export class JournalLost extends Error {
  override readonly name = 'JournalLost';
}

const backoff: Backoff = { firstMs: 10, maxMs: 1000 };
const movedMax = 5;

export class JournalCommitter {
  readonly #appender: JournalAppender;
  readonly #scheduler: Scheduler;
  readonly #log: (line: string) => void;
  #head: JournalHead;
  #isAway = false;
  #isStopped = false;

  constructor(
    appender: JournalAppender,
    start: { head: JournalHead; scheduler: Scheduler; log: (line: string) => void },
  ) {
    this.#appender = appender;
    this.#head = start.head;
    this.#scheduler = start.scheduler;
    this.#log = start.log;
  }

  /** True from a failed commit until its outcome is known. */
  get isAway(): boolean {
    return this.#isAway;
  }

  get head(): JournalHead {
    return this.#head;
  }

  /**
   * Resolves when the batch is on disk, however long PostgreSQL is unavailable.
   *
   * @throws JournalLost when another writer has taken over, or after `stop`
   */
  async commit(batch: { count: number; at: number; payload: Uint8Array }): Promise<void> {
    const row = rowAfter(this.#head, { ...batch, epoch: this.#appender.epoch });
    let moved = 0;
    let failures = 0;
    for (;;) {
      writePoint('journal.append');
      const outcome = await this.#append(row);
      if (outcome === 'appended') break;
      this.#isAway = true;
      if ((await this.#reconcile(row)) === 'landed') break;
      if (outcome === 'moved') {
        // The head is as expected, and yet the append found another one. Only a race with ourselves explains that.
        moved += 1;
        if (moved > movedMax) throw new JournalLost('the journal keeps refusing the append');
      } else {
        // The database answers but cannot write, for example on a full disk: retry the same bytes after a pause.
        failures += 1;
        await this.#scheduler.pause(computeBackoffMs(backoff, failures));
      }
    }
    writePoint('journal.appended');
    this.#isAway = false;
    this.#head = headAfter(row);
  }

  /** Stops waiting for an unavailable database. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#appender.close();
  }

  async #append(row: JournalRow): Promise<AppendOutcome | 'unknown'> {
    try {
      return await this.#appender.append(row);
    } catch (error) {
      this.#log(`the outcome of the commit of command ${row.firstSequence} is unknown: ${String(error)}`);
      return 'unknown';
    }
  }

  async #reconcile(row: JournalRow): Promise<'landed' | 'missing'> {
    for (let failures = 1; ; failures += 1) {
      if (this.#isStopped) throw new JournalLost('closed while the database was away');
      let found: { head: JournalHead; isLeaseOurs: boolean };
      try {
        found = await this.#appender.reconnect();
      } catch (error) {
        this.#log(`the database is away: ${String(error)}`);
        await this.#scheduler.pause(computeBackoffMs(backoff, failures));
        continue;
      }
      if (isSameHash(found.head.hash, row.hash)) return 'landed';
      if (isSameHash(found.head.hash, row.previousHash) && found.isLeaseOurs) return 'missing';
      throw new JournalLost('another process has taken over the journal');
    }
  }
}
