/**
 * Limits how much of the process publishing takes.
 *
 * The rule of the market feed, all of it: a change is published in the next turn. If its subject (the trades, or the best
 * prices and the book, of one instrument) was published less than an interval ago (`publicationIntervals`), it waits for
 * the rest of the interval, and is published with what changes meanwhile. And when a publication took a while, because it
 * has many subscribers, the next one waits for that time divided by the idle share of the process: publishing then takes
 * about half of the time that the other work leaves. No change waits longer than `pauseMaxMs` for this, however many publish
 * within the same budget, as commits that are not published use memory.
 *
 * Thousands of subscribers are notified a few in each turn, so that no order waits for all of them. What changes until the last one
 * is notified is published after that.
 */
import { performance } from 'node:perf_hooks';

/**
 * The least time between two publications about one instrument, in milliseconds. Best prices and books are states: fifty
 * updates a second are as many as a reader can use. Trades are events, which subscribers expect as they happen.
 */
export const publicationIntervals = { states: 20, trades: 5 } as const;
export const pauseMaxMs = 100;
/** How many subscribers are notified in one turn of the event loop. */
const notifiedAtOnceDefault = 100;
/** The busy share is measured over at least this time. */
const sampleMs = 100;
/** The idle share that a process counts as having when it is busy all the time. */
const idleShareMin = 0.01;

/** Reads the clock and the load of the process. */
export type ProcessClock = {
  /** Milliseconds; never goes back. */
  readonly now: () => number;
  /** The share of the last fraction of a second in which the process was not waiting; from 0 to 1. */
  readonly busyShare: () => number;
};

/** Creates a clock of this process. */
export function createProcessClock(): ProcessClock {
  let sample = performance.eventLoopUtilization();
  let sampledAt = performance.now();
  let share = 0;
  return {
    now: () => performance.now(),
    busyShare: () => {
      if (performance.now() - sampledAt < sampleMs) return share;
      const latest = performance.eventLoopUtilization();
      share = performance.eventLoopUtilization(latest, sample).utilization;
      sample = latest;
      sampledAt = performance.now();
      return share;
    },
  };
}

type Publication = {
  readonly count: number;
  /** How many subscribers have been notified. */
  next: number;
  /** Notifies the subscriber with this index; must not throw. */
  readonly notify: (index: number) => void;
};

export class PublicationBudget {
  readonly #clock: ProcessClock;
  readonly #notifiedAtOnce: number;
  #freeAt = Number.NEGATIVE_INFINITY;
  /** When the first publication of this turn started; null in a turn without any. */
  #startedAt: number | null = null;
  /** How many more subscribers may be notified in this turn. */
  #left: number;
  /** Publications that some subscribers have not received, in the order in which they were made. */
  #publications: Publication[] = [];
  #immediate: NodeJS.Immediate | null = null;
  /** Called when all subscribers have received everything. */
  #onPublished: (() => void)[] = [];

  constructor(clock: ProcessClock, notifiedAtOnce = notifiedAtOnceDefault) {
    this.#clock = clock;
    this.#notifiedAtOnce = notifiedAtOnce;
    this.#left = notifiedAtOnce;
  }

  /** The time of the clock from which something may be published. */
  get freeAt(): number {
    return this.#freeAt;
  }

  /** True while some subscribers wait for what was published. */
  get isPublishing(): boolean {
    return this.#publications.length > 0;
  }

  /** Calls `resume` once when no subscriber waits for what was published. */
  oncePublished(resume: () => void): void {
    this.#onPublished.push(resume);
  }

  /**
   * Publishes to a number of subscribers, after everything that was published before: to the first of them at once, to the others in
   * the next turns. Measures how long it takes, with the sockets that send at the end of each turn.
   */
  publish(count: number, notify: (index: number) => void): void {
    this.#publications.push({ count, next: 0, notify });
    if (this.#immediate === null) this.#continue();
  }

  /** Publishes at once what subscribers wait for. */
  finish(): void {
    this.#left = Number.POSITIVE_INFINITY;
    this.#continue();
  }

  #continue(): void {
    if (this.#immediate !== null) clearImmediate(this.#immediate);
    this.#immediate = null;
    if (this.#startedAt === null) {
      this.#startedAt = this.#clock.now();
      process.nextTick(() => process.nextTick(() => this.#spend()));
    }
    for (let first = this.#publications[0]; first !== undefined; first = this.#publications[0]) {
      for (; first.next < first.count && this.#left > 0; this.#left -= 1) {
        first.next += 1;
        first.notify(first.next - 1);
      }
      if (first.next < first.count) {
        this.#immediate = setImmediate(() => this.#continue());
        return;
      }
      this.#publications.shift();
    }
    for (const resume of this.#onPublished.splice(0)) resume();
  }

  #spend(): void {
    const now = this.#clock.now();
    const took = now - (this.#startedAt ?? now);
    this.#startedAt = null;
    this.#left = this.#notifiedAtOnce;
    const idleShare = Math.max(idleShareMin, 1 - this.#clock.busyShare());
    this.#freeAt = Math.min(Math.max(this.#freeAt, now) + took / idleShare, now + pauseMaxMs);
  }
}
