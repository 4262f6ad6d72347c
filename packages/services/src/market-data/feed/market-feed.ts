/**
 * Publishes market data to subscribers: best prices, books, trades and closed candles.
 *
 * Nothing is published before it is durable. Changes of best prices and books are collected for a tenth of a second and then
 * read from the engine, so memory does not grow with the flow. The first trade is published at once, those that follow within
 * a tenth of a second together. Without subscribers the feed does not listen to commits either.
 */
import type { InstrumentId, OrderRecord, Trade } from '@salar/protocol';
import type { EngineReader } from '../../ports/engine-port.ts';
import type { History } from '../../ports/history.ts';
import type { Log } from '../../ports/log.ts';
import type { CandleService } from '../candle-service.ts';
import type { ChartInterval } from '../candle-series.ts';
import type { MarketDataService } from '../market-data-service.ts';
import { BookChannel } from './book-channel.ts';
import type { BookListener } from './book-channel.ts';
import { CandleChannel } from './candle-channel.ts';
import type { CandleListener } from './candle-channel.ts';
import { QuoteChannel } from './quote-channel.ts';
import type { QuoteListener } from './quote-channel.ts';
import { TradeChannel } from './trade-channel.ts';
import type { TradeListener } from './trade-channel.ts';

/** The fields of a commit that the feed reads; the sequencer's batches have these and more. */
export type FeedBatch = {
  readonly orders: readonly Pick<OrderRecord, 'instrumentId'>[];
  readonly trades: readonly Trade[];
};
export interface MarketFeedSource extends EngineReader {
  subscribe(listener: (batch: FeedBatch) => void): () => void;
}
/** Ends a subscription; the listener is not called again. */
export type StopListening = () => void;

export type MarketFeedOptions = {
  readonly sequencer: MarketFeedSource;
  readonly history: Pick<History, 'lastTrades'>;
  readonly marketData: Pick<MarketDataService, 'quote'>;
  readonly candles: Pick<CandleService, 'closed'>;
  readonly now: () => number;
  readonly log: Log;
};

const debounceMs = 100;
const minuteMs = 60_000;

export class MarketFeed {
  readonly #options: MarketFeedOptions;
  readonly #quotes = new Map<InstrumentId, QuoteChannel>();
  readonly #books = new Map<InstrumentId, BookChannel>();
  readonly #trades = new Map<InstrumentId, TradeChannel>();
  readonly #candles = new Map<string, CandleChannel>();
  readonly #changed = new Set<InstrumentId>();
  #committed: (readonly Trade[])[] = [];
  #unsubscribe: (() => void) | null = null;
  #changeTimer: NodeJS.Timeout | null = null;
  /** Runs for a while after trades were published: later ones are then published together. */
  #tradeTimer: NodeJS.Timeout | null = null;
  #minuteTimer: NodeJS.Timeout | null = null;

  constructor(options: MarketFeedOptions) {
    this.#options = options;
  }

  /** Subscribes to best prices, last trade and figures. The instrument must be known. */
  listenToQuote(instrumentId: InstrumentId, listener: QuoteListener): StopListening {
    const channel = findOrCreate(
      this.#quotes,
      instrumentId,
      () => new QuoteChannel({ ...this.#options, instrumentId }),
    );
    channel.add(listener);
    return this.#subscribe(channel, listener, () => this.#quotes.delete(instrumentId));
  }

  /** Subscribes to the best `depth` levels of each side. The instrument must be known. */
  listenToBook(
    { instrumentId, depth }: { readonly instrumentId: InstrumentId; readonly depth: number },
    listener: BookListener,
  ): StopListening {
    const channel = findOrCreate(
      this.#books,
      instrumentId,
      () => new BookChannel({ ...this.#options, instrumentId }),
    );
    channel.add(listener, depth);
    return this.#subscribe(channel, listener, () => this.#books.delete(instrumentId));
  }

  /** Subscribes to trades, after the last `count` past ones. The instrument must be known. */
  listenToTrades(
    { instrumentId, count }: { readonly instrumentId: InstrumentId; readonly count: number },
    listener: TradeListener,
  ): StopListening {
    const channel = findOrCreate(
      this.#trades,
      instrumentId,
      () =>
        new TradeChannel({ ...this.#options, instrumentId, publishCollected: () => this.#publishTrades() }),
    );
    channel.add(listener, count);
    return this.#subscribe(channel, listener, () => this.#trades.delete(instrumentId));
  }

  /** Subscribes to closed candles, after the last `count` past ones. The instrument must be known. */
  listenToCandles(
    query: {
      readonly instrumentId: InstrumentId;
      readonly interval: ChartInterval;
      readonly count: number;
    },
    listener: CandleListener,
  ): StopListening {
    const key = `${query.instrumentId}/${query.interval}`;
    const channel = findOrCreate(this.#candles, key, () => new CandleChannel({ ...this.#options, ...query }));
    channel.add(listener, query.count);
    return this.#subscribe(channel, listener, () => this.#candles.delete(key));
  }

  /** Ends every subscription. */
  close(): void {
    for (const channels of [this.#quotes, this.#books, this.#trades, this.#candles]) channels.clear();
    this.#releaseUnused();
  }

  #subscribe<L>(
    channel: { remove(listener: L): void; readonly isEmpty: boolean },
    listener: L,
    forget: () => void,
  ): StopListening {
    this.#unsubscribe ??= this.#options.sequencer.subscribe((batch) => this.#onBatch(batch));
    if (this.#candles.size > 0 && this.#minuteTimer === null) this.#scheduleMinute();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      channel.remove(listener);
      if (!channel.isEmpty) return;
      forget();
      this.#releaseUnused();
    };
  }

  /** Stops timers and subscriptions that no channel needs any more. */
  #releaseUnused(): void {
    if (this.#candles.size === 0) {
      if (this.#minuteTimer !== null) clearTimeout(this.#minuteTimer);
      this.#minuteTimer = null;
      if (this.#quotes.size === 0 && this.#books.size === 0 && this.#trades.size === 0) {
        this.#unsubscribe?.();
        this.#unsubscribe = null;
        if (this.#changeTimer !== null) clearTimeout(this.#changeTimer);
        this.#changeTimer = null;
        this.#changed.clear();
        if (this.#tradeTimer !== null) clearTimeout(this.#tradeTimer);
        this.#tradeTimer = null;
        this.#committed = [];
      }
    }
  }

  /** Runs in the writer's turn, so it only marks what has changed. */
  #onBatch({ orders, trades }: FeedBatch): void {
    if (this.#quotes.size > 0 || this.#books.size > 0) {
      for (const { instrumentId } of orders) this.#changed.add(instrumentId);
      for (const { instrumentId } of trades) this.#changed.add(instrumentId);
      if (this.#changed.size > 0)
        this.#changeTimer ??= setTimeout(() => this.#publishChanged(), debounceMs).unref();
    }
    if (this.#trades.size === 0 || trades.length === 0) return;
    this.#committed.push(trades);
    this.#tradeTimer ??= setTimeout(() => this.#publishCollectedTrades(), 0).unref();
  }

  #publishChanged(): void {
    this.#changeTimer = null;
    for (const instrumentId of this.#changed) {
      this.#quotes.get(instrumentId)?.changed();
      this.#books.get(instrumentId)?.changed();
    }
    this.#changed.clear();
  }

  #publishCollectedTrades(): void {
    this.#tradeTimer = null;
    if (this.#committed.length === 0) return;
    this.#publishTrades();
    this.#tradeTimer = setTimeout(() => this.#publishCollectedTrades(), debounceMs).unref();
  }

  #publishTrades(): void {
    const trades = this.#committed.flat();
    this.#committed = [];
    for (const [instrumentId, channel] of this.#trades) {
      const own = trades.filter((trade) => trade.instrumentId === instrumentId);
      if (own.length > 0) channel.committed(own);
    }
  }

  #scheduleMinute(): void {
    const now = this.#options.now();
    this.#minuteTimer = setTimeout(
      () => {
        this.#scheduleMinute();
        for (const channel of this.#candles.values()) channel.timePassed();
      },
      minuteMs - (now % minuteMs),
    ).unref();
  }
}

function findOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
