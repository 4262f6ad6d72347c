/**
 * Publishes market data to subscribers: best prices, books, trades and closed candles.
 *
 * Nothing is published before it is durable. `publication-budget.ts` describes when. Best prices and books are read from
 * the engine when they are published, so memory does not grow with the flow. Without subscribers the feed does not listen
 * to commits either.
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
import { PacedChanges } from './paced-changes.ts';
import { PublicationBudget, createProcessClock, publicationIntervals } from './publication-budget.ts';
import type { ProcessClock } from './publication-budget.ts';
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
  /** The clock of the process, unless a test has its own. */
  readonly clock?: ProcessClock;
  /** How many subscribers are notified in one turn of the event loop; the default of the budget without it. */
  readonly notifiedAtOnce?: number;
};

const minuteMs = 60_000;

export class MarketFeed {
  readonly #options: MarketFeedOptions;
  readonly #quotes = new Map<InstrumentId, QuoteChannel>();
  readonly #books = new Map<InstrumentId, BookChannel>();
  readonly #trades = new Map<InstrumentId, TradeChannel>();
  readonly #candles = new Map<string, CandleChannel>();
  readonly #budget: PublicationBudget;
  readonly #changedStates: PacedChanges;
  readonly #changedTrades: PacedChanges;
  /** Trades that are not published yet. */
  readonly #committed = new Map<InstrumentId, Trade[]>();
  #unsubscribe: (() => void) | null = null;
  #minuteTimer: NodeJS.Timeout | null = null;

  constructor(options: MarketFeedOptions) {
    this.#options = options;
    const { clock = createProcessClock(), notifiedAtOnce } = options;
    this.#budget = new PublicationBudget(clock, notifiedAtOnce);
    this.#changedStates = new PacedChanges({
      publish: (instrumentId) => {
        this.#quotes.get(instrumentId)?.changed();
        this.#books.get(instrumentId)?.changed();
      },
      intervalMs: publicationIntervals.states,
      budget: this.#budget,
      clock,
    });
    this.#changedTrades = new PacedChanges({
      publish: (instrumentId) => this.#publishTrades(instrumentId),
      intervalMs: publicationIntervals.trades,
      budget: this.#budget,
      clock,
    });
  }

  /** Subscribes to best prices, last trade and figures. The instrument must be known. */
  listenToQuote(instrumentId: InstrumentId, listener: QuoteListener): StopListening {
    const channel = findOrCreate(
      this.#quotes,
      instrumentId,
      () => new QuoteChannel({ ...this.#options, instrumentId, budget: this.#budget }),
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
      () => new BookChannel({ ...this.#options, instrumentId, budget: this.#budget }),
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
        new TradeChannel({
          ...this.#options,
          instrumentId,
          hasCollected: () => this.#committed.has(instrumentId),
          budget: this.#budget,
        }),
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
    const channel = findOrCreate(
      this.#candles,
      key,
      () => new CandleChannel({ ...this.#options, ...query, budget: this.#budget }),
    );
    channel.add(listener, query.count);
    return this.#subscribe(channel, listener, () => this.#candles.delete(key));
  }

  /** Ends every subscription. */
  close(): void {
    for (const instrumentId of this.#committed.keys()) this.#changedTrades.flush(instrumentId);
    this.#budget.finish();
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
        this.#changedStates.clear();
        this.#changedTrades.clear();
        this.#committed.clear();
      }
    }
  }

  /** Runs in the writer's turn, so it only notes what has changed. */
  #onBatch({ orders, trades }: FeedBatch): void {
    if (this.#quotes.size > 0 || this.#books.size > 0)
      for (const changes of [orders, trades])
        for (const { instrumentId } of changes)
          if (this.#quotes.has(instrumentId) || this.#books.has(instrumentId))
            this.#changedStates.add(instrumentId);
    if (this.#trades.size === 0) return;
    for (const trade of trades) {
      const { instrumentId } = trade;
      if (!this.#trades.has(instrumentId)) continue;
      findOrCreate(this.#committed, instrumentId, () => []).push(trade);
      this.#changedTrades.add(instrumentId);
    }
  }

  #publishTrades(instrumentId: InstrumentId): void {
    const trades = this.#committed.get(instrumentId);
    this.#committed.delete(instrumentId);
    if (trades !== undefined) this.#trades.get(instrumentId)?.committed(trades);
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
