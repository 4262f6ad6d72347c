/**
 * Tells the engine the time when an order expires and nobody else does.
 *
 * Every command tells the time, so a busy exchange needs no tick. The clock waits for the next expiry only: it looks again
 * after each commit, which costs one comparison when nothing changed.
 */
import type { Millis } from '@salar/protocol';
import type { EnginePort } from '../ports/engine-port.ts';
import type { Log } from '../ports/log.ts';

/** Timers count in 32 bits; a longer wait is waited for in parts. */
const waitMsMax = 60 * 60_000;
/** After a tick that could not be taken. */
const retryMs = 1000;

export type ExpiryClockOptions = {
  readonly sequencer: EnginePort;
  /** Calls back after each commit; the sequencer does. */
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
  #waitsFor: Millis | null = null;
  #ticking: Promise<void> | null = null;

  constructor({ sequencer, feed, now, log }: ExpiryClockOptions) {
    this.#sequencer = sequencer;
    this.#feed = feed;
    this.#now = now;
    this.#log = log;
  }

  start(): void {
    this.#unsubscribe ??= this.#feed.subscribe(() => this.#look());
    this.#look();
  }

  /** Resolves when no tick is under way; none comes after. */
  async stop(): Promise<void> {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    this.#clear();
    await this.#ticking;
  }

  #look(): void {
    if (this.#unsubscribe === null || this.#ticking !== null) return;
    const next = this.#sequencer.engine.nextExpiryAt();
    if (next === this.#waitsFor) return;
    this.#clear();
    this.#waitsFor = next;
    if (next !== null) this.#wait(next - this.#now());
  }

  #wait(delayMs: number): void {
    this.#timer = setTimeout(() => this.#due(), Math.min(Math.max(delayMs, 1), waitMsMax));
    this.#timer.unref();
  }

  #due(): void {
    const next = this.#waitsFor;
    this.#clear();
    if (next === null || this.#now() < next) this.#look();
    else
      this.#ticking = this.#tick().then((isTaken) => {
        this.#ticking = null;
        if (isTaken) this.#look();
        else if (this.#unsubscribe !== null) this.#wait(retryMs);
      });
  }

  /** @returns false when no command is taken now */
  async #tick(): Promise<boolean> {
    try {
      await this.#sequencer.submit({ type: 'Tick' });
      return true;
    } catch (error) {
      this.#log.warn({ part: 'expiry clock', error: String(error) }, 'a tick was not taken');
      return false;
    }
  }

  #clear(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#waitsFor = null;
  }
}
