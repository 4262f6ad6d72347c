/**
 * Publishes the best levels of one book, to the depth that each subscriber requested.
 *
 * The book is read once for all subscribers, whatever the number of depths. A subscriber that joins others receives the
 * levels that they have, and the next update with them: joining publishes nothing to those who are there.
 */
import type { Level2 } from '@salar/engine';
import type { InstrumentId } from '@salar/protocol';
import type { EngineReader } from '../../ports/engine-port.ts';
import type { Log } from '../../ports/log.ts';
import { buildSnapshot, buildUpdate, readBook, takeBest } from './book-window.ts';
import type { BookMoment, BookUpdate } from './book-window.ts';
import { Listeners } from './listeners.ts';
import type { FeedListener } from './listeners.ts';
import type { PublicationBudget } from './publication-budget.ts';
import { CoalescedTask } from '../../background/coalesced-task.ts';

/** The number of an update is higher than those of the snapshot and of earlier updates. */
export type BookListener = FeedListener<BookUpdate, BookUpdate>;

/** The subscribers of one depth, with the durable levels that all of them have; null before the first read. */
type Window = {
  readonly listeners: Listeners<BookUpdate, BookUpdate, null>;
  shown: { readonly moment: BookMoment; readonly levels: Level2 } | null;
};
type WaitingListeners = Window['listeners']['waiting'];

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
  /** The book has changed since it was last read for all windows. */
  #hasChanged = false;

  constructor(options: BookChannelOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#windows.size === 0;
  }

  add(listener: BookListener, depth: number): void {
    let window = this.#windows.get(depth);
    if (window === undefined) {
      window = { listeners: new Listeners(this.#options), shown: null };
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
    this.#hasChanged = true;
    this.#work.request();
  }

  async #refresh(): Promise<void> {
    const hasChanged = this.#hasChanged;
    this.#hasChanged = false;
    const outdated: { depth: number; window: Window; waiting: WaitingListeners }[] = [];
    for (const [depth, window] of this.#windows) {
      const { waiting } = window.listeners;
      if (hasChanged || window.shown === null) outdated.push({ depth, window, waiting });
      else beginWaiting(window, waiting);
    }
    if (outdated.length === 0) return;
    const deepest = Math.max(...outdated.map(({ depth }) => depth));
    let read: ReturnType<typeof readBook>;
    try {
      read = await this.#options.sequencer.read((view) =>
        readBook(view, this.#options.instrumentId, deepest),
      );
    } catch (error) {
      this.#hasChanged ||= hasChanged; // published after the next read that succeeds
      for (const { window, waiting } of outdated)
        for (const [listener] of waiting) window.listeners.fail(listener, error);
      return;
    }
    const { moment, book } = read;
    for (const { depth, window, waiting } of outdated) {
      const before = window.shown;
      const levels = takeBest(book, depth);
      window.shown = { moment, levels };
      if (before !== null) {
        const update = buildUpdate(moment, before.levels, levels);
        if (update.changes.length > 0) window.listeners.publish(update);
      }
      beginWaiting(window, waiting);
    }
  }
}

/** Sends listeners of a window the levels that the others have, which the next update continues. */
function beginWaiting({ listeners, shown }: Window, waiting: WaitingListeners): void {
  if (shown === null || waiting.length === 0) return;
  const snapshot = buildSnapshot(shown.moment, shown.levels);
  for (const [listener] of waiting) listeners.begin(listener, snapshot);
}
