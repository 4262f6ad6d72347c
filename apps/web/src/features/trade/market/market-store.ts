/**
 * The live data of one market, kept outside React: up to hundreds of changes arrive per second, of which the last state
 * is drawn ten times a second.
 *
 * A snapshot replaces everything, so that an interruption leaves no stale data.
 */
import { readCandle, readLevelChange, readPublicTrade } from '../../../api/records/market-rows.ts';
import type { Candle, PublicTrade } from '../../../api/records/market-rows.ts';
import { readQuote } from '../../../api/records/quote.ts';
import type { Quote } from '../../../api/records/quote.ts';
import type { Level2Row, PublicTradeRow, TickerRow } from '@salar/client/generated/calls';
import type { WireValue } from '@salar/client/lossless-json';
import { readList } from '../../../api/wire/wire-row.ts';
import { emptyBook, applyLevelChanges } from '../../../api/records/book.ts';
import type { Book } from '../../../api/records/book.ts';
import { FrameThrottle } from '../../../live/frame-throttle.ts';
import { withClosed, withTrades } from './candles.ts';
import type { Interval } from './candles.ts';

export type Market = {
  readonly quote: Quote | null;
  readonly book: Book | null;
  /** Newest first. */
  readonly trades: readonly PublicTrade[] | null;
  /** Oldest first; null until the past is loaded. */
  readonly candles: readonly Candle[] | null;
};

/** Maximum length of a list of trades. */
export const tradesMax = 60;

/** The first change is drawn in the next frame, later ones together: each drawing renders book, tape and chart. */
const drawPaceMs = 100;

const unknown: Market = { quote: null, book: null, trades: null, candles: null };

export class MarketStore {
  readonly #schedule: (draw: () => void) => void;
  readonly #listeners = new Set<() => void>();
  #latest = unknown;
  #drawn = unknown;
  #isScheduled = false;
  #interval: Interval | null = null;
  /** The candles as they were fetched, before trades changed them. */
  #fetched: readonly Candle[] | null = null;

  /** @param schedule  calls back in one of the next frames */
  constructor(schedule: (draw: () => void) => void = createSchedule()) {
    this.#schedule = schedule;
  }

  /** The state as it was last drawn. */
  get market(): Market {
    return this.#drawn;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  setQuote(value: WireValue): void {
    this.#change({ quote: readQuote(value) });
  }

  setBook(value: WireValue): void {
    this.#change({ book: applyLevelChanges(emptyBook, readList<Level2Row>(value).map(readLevelChange)) });
  }

  changeBook(value: WireValue): void {
    const { book } = this.#latest;
    if (book)
      this.#change({ book: applyLevelChanges(book, readList<Level2Row>(value).map(readLevelChange)) });
  }

  setTrades(value: WireValue): void {
    this.#change({
      trades: readList<PublicTradeRow>(value).map(readPublicTrade).toReversed().slice(0, tradesMax),
    });
  }

  addTrades(value: WireValue): void {
    const { trades, candles } = this.#latest;
    const added = readList<PublicTradeRow>(value).map(readPublicTrade);
    this.#change({
      trades: [...added.toReversed(), ...(trades ?? [])].slice(0, tradesMax),
      candles: candles && this.#interval ? withTrades(candles, added, this.#interval) : candles,
    });
  }

  /**
   * Sets the past of a chart; null while another interval is loading. A fetch that was set before, as by a chart that
   * is mounted again, changes nothing: the candles already contain the trades since then.
   */
  setCandles(candles: readonly Candle[] | null, interval: Interval): void {
    if (candles !== null && candles === this.#fetched && interval === this.#interval) return;
    this.#fetched = candles;
    this.#interval = interval;
    this.#change({ candles });
  }

  closeCandles(value: WireValue): void {
    const { candles } = this.#latest;
    const interval = this.#interval;
    if (candles === null || interval === null) return;
    const closed = readList<TickerRow>(value).map(readCandle);
    this.#change({ candles: closed.reduce((sofar, one) => withClosed(sofar, one, interval), candles) });
  }

  #change(part: Partial<Market>): void {
    this.#latest = { ...this.#latest, ...part };
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#schedule(() => {
      this.#isScheduled = false;
      this.#drawn = this.#latest;
      for (const notify of this.#listeners) notify();
    });
  }
}

function createSchedule(): (draw: () => void) => void {
  let draw = () => {};
  const throttle = new FrameThrottle(() => {
    draw();
    return true;
  }, drawPaceMs);
  return (next) => {
    draw = next;
    throttle.schedule();
  };
}
