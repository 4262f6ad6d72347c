/**
 * Repeats one piece of work: at an interval, at once when woken, and more slowly while it fails.
 *
 * Runs never overlap. Failures (an unavailable node or database) are logged once per streak and retried.
 */
import { computeBackoffMs } from '@salar/protocol/backoff';
import type { Log } from '../ports/log.ts';

const failureDelayMsMax = 15_000;

type LoopOptions = { name: string; intervalMs: number; log: Log; work: () => Promise<unknown> };

export class Loop {
  readonly #options: LoopOptions;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #wokenWhileRunning = false;
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

  /** Runs soon, however long the interval still is. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#running === null) this.#schedule(0);
    else this.#wokenWhileRunning = true;
  }

  /** Resolves when the run in progress, if any, has ended; none starts after. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#running;
  }

  #schedule(delayMs: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#running = this.#run().finally(() => {
        this.#running = null;
        if (!this.#stopped) this.#schedule(this.#delayMs());
        this.#wokenWhileRunning = false;
      });
    }, delayMs);
  }

  async #run(): Promise<void> {
    try {
      await this.#options.work();
      if (this.#failures > 0) this.#options.log.info({ loop: this.#options.name }, 'works again');
      this.#failures = 0;
    } catch (error) {
      this.#failures += 1;
      if (this.#failures === 1)
        this.#options.log.warn({ loop: this.#options.name, err: error }, 'failed, will be tried again');
    }
  }

  #delayMs(): number {
    if (this.#failures > 0)
      return computeBackoffMs(
        { firstMs: 2 * this.#options.intervalMs, maxMs: failureDelayMsMax },
        this.#failures,
      );
    return this.#wokenWhileRunning ? 0 : this.#options.intervalMs;
  }
}
