/** Those who hear one channel of the feed: first the state of now, then every change of it. */
import type { Log } from '../../ports/log.ts';

export type FeedListener<Snapshot, Update> = {
  /** Heard first, and once. */
  readonly snapshot: (snapshot: Snapshot) => void;
  /** The same object for everybody on the channel. */
  readonly update: (update: Update) => void;
  /** Heard in place of the snapshot when there is none to be had; nothing comes after it. */
  readonly failed: (error: unknown) => void;
};

export class Listeners<Snapshot, Update, Waiting> {
  readonly #log: Log;
  readonly #waiting = new Map<FeedListener<Snapshot, Update>, Waiting>();
  readonly #live = new Set<FeedListener<Snapshot, Update>>();

  constructor(log: Log) {
    this.#log = log;
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0 && this.#live.size === 0;
  }

  get hasLive(): boolean {
    return this.#live.size > 0;
  }

  /** Those who wait for their snapshot, with what they asked for. */
  get waiting(): readonly (readonly [FeedListener<Snapshot, Update>, Waiting])[] {
    return [...this.#waiting];
  }

  add(listener: FeedListener<Snapshot, Update>, asked: Waiting): void {
    this.#waiting.set(listener, asked);
  }

  remove(listener: FeedListener<Snapshot, Update>): void {
    this.#waiting.delete(listener);
    this.#live.delete(listener);
  }

  /** Gives a listener who waits the snapshot; from now on it hears updates. One who has left meanwhile hears nothing. */
  begin(listener: FeedListener<Snapshot, Update>, snapshot: Snapshot): void {
    if (!this.#waiting.delete(listener)) return;
    this.#live.add(listener);
    this.#guard(() => listener.snapshot(snapshot));
  }

  fail(listener: FeedListener<Snapshot, Update>, error: unknown): void {
    if (this.#waiting.delete(listener)) this.#guard(() => listener.failed(error));
  }

  publish(update: Update): void {
    for (const listener of this.#live) this.#guard(() => listener.update(update));
  }

  /** For one listener that has begun. */
  publishTo(listener: FeedListener<Snapshot, Update>, update: Update): void {
    if (this.#live.has(listener)) this.#guard(() => listener.update(update));
  }

  #guard(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      this.#log.error({ error }, 'a listener of market data failed');
    }
  }
}
