/**
 * Limits how much of the process publishing takes.
 *
 * The rule of the market feed, all of it: a change is published in the next turn. If its subject (the trades, or the best
 * prices and the book, of one instrument) was published less than an interval ago (`publicationIntervals`), it waits for
 * the rest of the interval, and is published with what changes meanwhile. And when a publication took a while, because it
 * has many subscribers, the next one waits for that time divided by the idle share of the process: publishing then takes
 * about half of the time that the other work leaves. No change waits longer than `pauseMaxMs` for this, however many publish
 * within the same budget, as commits that are not published use memory.
 */
import { performance } from 'node:perf_hooks';

/**
 * The least time between two publications about one instrument, in milliseconds. Best prices and books are states: fifty
 * updates a second are as many as a reader can use. Trades are events, which subscribers expect as they happen.
 */
export const publicationIntervals = { states: 20, trades: 5 } as const;
export const pauseMaxMs = 100;
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

export class PublicationBudget {
  readonly #clock: ProcessClock;
  #freeAt = Number.NEGATIVE_INFINITY;
  /** When the first publication of this turn started; null in a turn without any. */
  #startedAt: number | null = null;

  constructor(clock: ProcessClock) {
    this.#clock = clock;
  }

  /** The time of the clock from which something may be published. */
  get freeAt(): number {
    return this.#freeAt;
  }

  /** Publishes, and measures how long it takes, with the sockets that send at the end of the turn. */
  publish(work: () => void): void {
    if (this.#startedAt === null) {
      this.#startedAt = this.#clock.now();
      process.nextTick(() => process.nextTick(() => this.#spend()));
    }
    work();
  }

  #spend(): void {
    const now = this.#clock.now();
    const took = now - (this.#startedAt ?? now);
    this.#startedAt = null;
    const idleShare = Math.max(idleShareMin, 1 - this.#clock.busyShare());
    this.#freeAt = Math.min(Math.max(this.#freeAt, now) + took / idleShare, now + pauseMaxMs);
  }
}
