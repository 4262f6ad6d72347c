/**
 * Publishes the best levels of one book, to the depth that each subscriber requested.
 *
 * The book is read once for all subscribers, whatever the number of depths.
 */
import type { Level2 } from '@salar/engine';
import type { InstrumentId } from '@salar/protocol';
import type { EngineReader } from '../../ports/engine-port.ts';
import type { Log } from '../../ports/log.ts';
import { buildSnapshot, buildUpdate, readBook, takeBest } from './book-window.ts';
import type { BookUpdate } from './book-window.ts';
import { Listeners } from './listeners.ts';
import type { FeedListener } from './listeners.ts';
import type { PublicationBudget } from './publication-budget.ts';
import { CoalescedTask } from '../../background/coalesced-task.ts';

/** The number of an update is higher than those of the snapshot and of earlier updates. */
export type BookListener = FeedListener<BookUpdate, BookUpdate>;

/** The subscribers of one depth, with the levels that they have. */
type Window = { readonly listeners: Listeners<BookUpdate, BookUpdate, null>; shown: Level2 };

type BookChannelOptions = {
  readonly sequencer: EngineReader;
  readonly instrumentId: InstrumentId;
  readonly budget: PublicationBudget;
  readonly log: Log;
};

export class BookChannel {
  readonly #options: BookChannelOptions;
  /** By depth. */
  readonly #windows = new Map<number, Window>();
  readonly #work = new CoalescedTask(() => this.#refresh());

  constructor(options: BookChannelOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#windows.size === 0;
  }

  add(listener: BookListener, depth: number): void {
    let window = this.#windows.get(depth);
    if (window === undefined) {
      window = { listeners: new Listeners(this.#options), shown: { bids: [], asks: [] } };
      this.#windows.set(depth, window);
    }
    window.listeners.add(listener, null);
    this.#work.request();
  }

  remove(listener: BookListener): void {
    for (const [depth, { listeners }] of this.#windows) {
      listeners.remove(listener);
      if (listeners.isEmpty) this.#windows.delete(depth);
    }
  }

  /** Publishes what has changed since the last time, as soon as it is durable. */
  changed(): void {
    this.#work.request();
  }

  async #refresh(): Promise<void> {
    const windows = [...this.#windows].map(([depth, window]) => ({
      depth,
      window,
      waiting: window.listeners.waiting,
    }));
    const deepest = Math.max(0, ...this.#windows.keys());
    let read: ReturnType<typeof readBook>;
    try {
      read = await this.#options.sequencer.read((view) =>
        readBook(view, this.#options.instrumentId, deepest),
      );
    } catch (error) {
      for (const { window, waiting } of windows)
        for (const [listener] of waiting) window.listeners.fail(listener, error);
      return;
    }
    const { moment, book } = read;
    for (const { depth, window, waiting } of windows) {
      const levels = takeBest(book, depth);
      const update = buildUpdate(moment, window.shown, levels);
      window.shown = levels;
      if (update.changes.length > 0) window.listeners.publish(update);
      if (waiting.length === 0) continue;
      const snapshot = buildSnapshot(moment, levels);
      for (const [listener] of waiting) window.listeners.begin(listener, snapshot);
    }
  }
}
