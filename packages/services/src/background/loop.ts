/**
 * Repeats one piece of work: at an interval or when it is due, at once when woken, and more slowly while it fails.
 *
 * Runs never overlap. Failures (an unavailable node or database) are logged once per streak and retried.
 *
 * A loop over rows that become due does not poll: the commit that writes such a row wakes it, it sleeps until the next row
 * is due, and a slow safety poll finds the rows of which it was not notified. The rows are the truth; a wake-up is a hint.
 */
import { computeBackoffMs } from '@salar/protocol/backoff';
import type { Log } from '../ports/log.ts';

const failureDelayMsMax = 15_000;
const safetyPollMsDefault = 30_000;

type LoopOptions = {
  readonly name: string;
  /** Delay between two runs; with `due`, the shortest delay between runs that no `wake` requested. */
  readonly intervalMs: number;
  readonly log: Log;
  readonly work: () => Promise<unknown>;
  /** With it the loop runs when work is due instead of at each interval. */
  readonly due?: {
    /** Returns when the next work is due, on the clock of `now`, or null if no work is pending. */
    readonly next: () => Promise<number | null>;
    readonly now: () => number;
    /** The longest delay between two runs; 30 s by default. */
    readonly safetyPollMs?: number | undefined;
  };
};

export class Loop {
  readonly #options: LoopOptions;
  #timer: NodeJS.Timeout | null = null;
  /** When the timer expires, by `performance.now()`. */
  #timerAt = 0;
  #running: Promise<void> | null = null;
  /** When the last run ended, by `performance.now()`. */
  #ranAt = -Infinity;
  /** Delay until the next work is due, as of the end of the last run. */
  #dueInMs = Infinity;
  #woken: 'no' | 'within the interval' | 'at once' = 'no';
  #stopped = true;
  #failures = 0;

  constructor(options: LoopOptions) {
    this.#options = options;
  }

  start(): void {
    if (!this.#stopped) return;
    this.#stopped = false;
    this.#schedule(0);
  }

  /** Runs at once, or directly after the run in progress. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#running === null) this.#schedule(0);
    else this.#woken = 'at once';
  }

  /** Runs as soon as an interval has passed since the last run: for changes that are frequent and seldom mean work. */
  wakeWithinInterval(): void {
    if (this.#stopped) return;
    if (this.#running === null) this.#schedule(this.#ranAt + this.#options.intervalMs - performance.now());
    else if (this.#woken === 'no') this.#woken = 'within the interval';
  }

  /** Resolves when the run in progress, if any, has ended; none starts after. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#running;
  }

  /** Runs after the delay, unless a run is scheduled before that. */
  #schedule(delayMs: number): void {
    const at = performance.now() + Math.max(delayMs, 0);
    if (this.#timer !== null && this.#timerAt <= at) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timerAt = at;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#running = this.#run().finally(() => {
        this.#running = null;
        this.#ranAt = performance.now();
        if (!this.#stopped) this.#schedule(this.#delayMs());
        this.#woken = 'no';
      });
    }, delayMs);
  }

  async #run(): Promise<void> {
    const { work, due, log, name } = this.#options;
    try {
      await work();
      const dueAt = due === undefined ? null : await due.next();
      this.#dueInMs = due === undefined || dueAt === null ? Infinity : dueAt - due.now();
      if (this.#failures > 0) log.info({ loop: name }, 'works again');
      this.#failures = 0;
    } catch (error) {
      this.#failures += 1;
      if (this.#failures === 1) log.warn({ loop: name, err: error }, 'failed, will be tried again');
    }
  }

  #delayMs(): number {
    const { intervalMs, due } = this.#options;
    if (this.#failures > 0)
      return computeBackoffMs({ firstMs: 2 * intervalMs, maxMs: failureDelayMsMax }, this.#failures);
    if (this.#woken === 'at once') return 0;
    if (due === undefined || this.#woken === 'within the interval') return intervalMs;
    // A timer may expire up to a millisecond early; the work would not be due yet.
    return Math.min(Math.max(this.#dueInMs + 1, intervalMs), due.safetyPollMs ?? safetyPollMsDefault);
  }
}
