/**
 * Advances the engine's time when an order expires and no other command does.
 *
 * Every command carries the time, so a busy exchange needs no tick. The clock waits for the next expiry only: it checks again
 * after each commit, which costs one comparison when nothing changed.
 */
import type { Millis } from '@salar/protocol';
import type { EnginePort } from '../ports/engine-port.ts';
import type { Log } from '../ports/log.ts';

/** Timers count in 32 bits; a longer wait is split. */
const waitMsMax = 60 * 60_000;
/** Delay after a failed tick. */
const retryMs = 1000;

export type ExpiryClockOptions = {
  readonly sequencer: EnginePort;
  /** Calls the listener after each commit; the sequencer does. */
  readonly feed: { subscribe(listener: () => void): () => void };
  readonly now: () => number;
  readonly log: Log;
};

export class ExpiryClock {
  readonly #sequencer: EnginePort;
  readonly #feed: ExpiryClockOptions['feed'];
  readonly #now: () => number;
  readonly #log: Log;
  #unsubscribe: (() => void) | null = null;
  #timer: NodeJS.Timeout | null = null;
  #awaited: Millis | null = null;
  #ticking: Promise<void> | null = null;

  constructor({ sequencer, feed, now, log }: ExpiryClockOptions) {
    this.#sequencer = sequencer;
    this.#feed = feed;
    this.#now = now;
    this.#log = log;
  }

  start(): void {
    this.#unsubscribe ??= this.#feed.subscribe(() => this.#check());
    this.#check();
  }

  /** Resolves when no tick is in progress; none follows. */
  async stop(): Promise<void> {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    this.#clear();
    await this.#ticking;
  }

  #check(): void {
    if (this.#unsubscribe === null || this.#ticking !== null) return;
    const next = this.#sequencer.undurable.nextExpiryAt();
    if (next === this.#awaited) return;
    this.#clear();
    this.#awaited = next;
    if (next !== null) this.#wait(next - this.#now());
  }

  #wait(delayMs: number): void {
    this.#timer = setTimeout(() => this.#onTimer(), Math.min(Math.max(delayMs, 1), waitMsMax));
    this.#timer.unref();
  }

  #onTimer(): void {
    const next = this.#awaited;
    this.#clear();
    if (next === null || this.#now() < next) this.#check();
    else
      this.#ticking = this.#tick().then((isAccepted) => {
        this.#ticking = null;
        if (isAccepted) this.#check();
        else if (this.#unsubscribe !== null) this.#wait(retryMs);
      });
  }

  /** @returns false when the tick failed */
  async #tick(): Promise<boolean> {
    try {
      await this.#sequencer.submit({ type: 'Tick' });
      return true;
    } catch (error) {
      this.#log.warn({ part: 'expiry clock', error: String(error) }, 'expiry tick failed');
      return false;
    }
  }

  #clear(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#awaited = null;
  }
}
