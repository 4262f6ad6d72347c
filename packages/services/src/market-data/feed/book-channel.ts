/** The best levels of one book for everybody who asked for the same depth. */
import type { Level2 } from '@salar/engine';
import type { InstrumentId, Ticks } from '@salar/protocol';
import type { ExchangeDoor } from '../../ports/exchange-door.ts';
import type { Log } from '../../ports/log.ts';
import { changesBetween, wholeBook } from './book-window.ts';
import type { BookChange } from './book-window.ts';
import { Listeners } from './listeners.ts';
import type { FeedListener } from './listeners.ts';
import { Repeated } from './repeated.ts';

export type BookUpdate = {
  readonly instrumentId: InstrumentId;
  /** Rises from update to update, and is above that of the snapshot. */
  readonly updateId: number;
  readonly at: number;
  /** Ticks; 0 before the first trade. */
  readonly lastPrice: Ticks | 0;
  /** A snapshot holds every level as new. */
  readonly changes: readonly BookChange[];
};
export type BookListener = FeedListener<BookUpdate, BookUpdate>;

export class BookChannel {
  readonly #door: ExchangeDoor;
  readonly #instrumentId: InstrumentId;
  readonly #depth: number;
  readonly #listeners: Listeners<BookUpdate, BookUpdate, null>;
  readonly #work = new Repeated(() => this.#refresh());
  /** What listeners have. */
  #shown: Level2 = { bids: [], asks: [] };

  constructor(options: {
    readonly door: ExchangeDoor;
    readonly instrumentId: InstrumentId;
    readonly depth: number;
    readonly log: Log;
  }) {
    this.#door = options.door;
    this.#instrumentId = options.instrumentId;
    this.#depth = options.depth;
    this.#listeners = new Listeners(options.log);
  }

  get isEmpty(): boolean {
    return this.#listeners.isEmpty;
  }

  add(listener: BookListener): void {
    this.#listeners.add(listener, null);
    this.#work.ask();
  }

  remove(listener: BookListener): void {
    this.#listeners.remove(listener);
  }

  /** Tells what has changed since the last time, as soon as it is on disk. */
  changed(): void {
    this.#work.ask();
  }

  async #refresh(): Promise<void> {
    const { waiting } = this.#listeners;
    const { engine } = this.#door;
    const book = engine.level2(this.#instrumentId, this.#depth);
    const update = {
      instrumentId: this.#instrumentId,
      updateId: engine.lastSequence,
      at: engine.lastAt,
      lastPrice: engine.level1(this.#instrumentId).lastTrade?.price ?? 0,
    } as const;
    try {
      await this.#door.settled();
    } catch (error) {
      for (const [listener] of waiting) this.#listeners.fail(listener, error);
      return;
    }
    const changes = changesBetween(this.#shown, book);
    this.#shown = book;
    if (changes.length > 0) this.#listeners.tell({ ...update, changes });
    for (const [listener] of waiting)
      this.#listeners.begin(listener, { ...update, changes: wholeBook(book) });
  }
}
