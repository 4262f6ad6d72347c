/** The subscribers of one feed channel: each receives the current state first, then every change. */
import type { Log } from '../../ports/log.ts';
import type { PublicationBudget } from './publication-budget.ts';

export type FeedListener<Snapshot, Update> = {
  /** Called first, and once; while the listener is being added, when the state is available at once. */
  readonly snapshot: (snapshot: Snapshot) => void;
  /** Called with the same object for every subscriber of the channel. */
  readonly update: (update: Update) => void;
  /** Called instead of `snapshot` when it cannot be produced. No further calls follow. */
  readonly failed: (error: unknown) => void;
};

export class Listeners<Snapshot, Update, Waiting> {
  readonly #log: Log;
  readonly #budget: PublicationBudget;
  readonly #waiting = new Map<FeedListener<Snapshot, Update>, Waiting>();
  readonly #live = new Set<FeedListener<Snapshot, Update>>();

  constructor({ log, budget }: { readonly log: Log; readonly budget: PublicationBudget }) {
    this.#log = log;
    this.#budget = budget;
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0 && this.#live.size === 0;
  }

  get hasLive(): boolean {
    return this.#live.size > 0;
  }

  /** The listeners that wait for their snapshot, with what each requested. */
  get waiting(): readonly (readonly [FeedListener<Snapshot, Update>, Waiting])[] {
    return [...this.#waiting];
  }

  add(listener: FeedListener<Snapshot, Update>, requested: Waiting): void {
    this.#waiting.set(listener, requested);
  }

  remove(listener: FeedListener<Snapshot, Update>): void {
    this.#waiting.delete(listener);
    this.#live.delete(listener);
  }

  /** Sends a waiting listener its snapshot; from then on it receives updates. A listener that has left receives nothing. */
  begin(listener: FeedListener<Snapshot, Update>, snapshot: Snapshot): void {
    if (!this.#waiting.delete(listener)) return;
    this.#live.add(listener);
    this.#guard(() => listener.snapshot(snapshot));
  }

  fail(listener: FeedListener<Snapshot, Update>, error: unknown): void {
    if (this.#waiting.delete(listener)) this.#guard(() => listener.failed(error));
  }

  publish(update: Update): void {
    if (this.#live.size === 0) return;
    // Who joins meanwhile has it in the snapshot.
    const listeners = [...this.#live];
    this.#budget.publish(listeners.length, (index) => {
      const listener = listeners[index];
      if (listener !== undefined) this.publishTo(listener, update);
    });
  }

  /** Publishes to one listener that has received its snapshot. */
  publishTo(listener: FeedListener<Snapshot, Update>, update: Update): void {
    if (this.#live.has(listener)) this.#guard(() => listener.update(update));
  }

  #guard(notify: () => void): void {
    try {
      notify();
    } catch (error) {
      this.#log.error({ error }, 'a market data listener failed');
    }
  }
}
