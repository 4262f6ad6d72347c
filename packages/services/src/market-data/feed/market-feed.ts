/**
 * Market data as it happens, for those who subscribe: best prices, books, trades and closed candles.
 *
 * Nothing is told before it is on disk. Changes of best prices and books are gathered for a tenth of a second and read
 * from the engine then, so the memory does not grow with the flow. Trades are told at once, and those that follow within
 * a tenth of a second together. While nobody listens, it does not listen either.
 */
import type { InstrumentId, OrderRecord, Trade } from '@salar/protocol';
import type { EnginePort } from '../../ports/engine-port.ts';
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

/** What is heard of a commit; the sequencer's batches are this and more. */
export type FeedBatch = {
  readonly orders: readonly Pick<OrderRecord, 'instrumentId'>[];
  readonly trades: readonly Trade[];
};
export interface MarketFeedSource extends EnginePort {
  subscribe(listener: (batch: FeedBatch) => void): () => void;
}
/** Ends a subscription; nothing is heard after it. */
export type StopListening = () => void;

export type MarketFeedOptions = {
  readonly sequencer: MarketFeedSource;
  readonly history: Pick<History, 'lastTrades'>;
  readonly marketData: Pick<MarketDataService, 'quote'>;
  readonly candles: Pick<CandleService, 'closed'>;
  readonly now: () => number;
  readonly log: Log;
};

const gatherMs = 100;
const minuteMs = 60_000;

export class MarketFeed {
  readonly #options: MarketFeedOptions;
  readonly #quotes = new Map<InstrumentId, QuoteChannel>();
  readonly #books = new Map<InstrumentId, BookChannel>();
  readonly #trades = new Map<InstrumentId, TradeChannel>();
  readonly #candles = new Map<string, CandleChannel>();
  readonly #changed = new Set<InstrumentId>();
  #committed: (readonly Trade[])[] = [];
  #stopHearing: (() => void) | null = null;
  #gathering: NodeJS.Timeout | null = null;
  /** Runs for a while after trades were told: those that come meanwhile are told together. */
  #tradesGathering: NodeJS.Timeout | null = null;
  #minute: NodeJS.Timeout | null = null;

  constructor(options: MarketFeedOptions) {
    this.#options = options;
  }

  /** Best prices, last trade and figures. The instrument must be known. */
  listenToQuote(instrumentId: InstrumentId, listener: QuoteListener): StopListening {
    const channel = kept(
      this.#quotes,
      instrumentId,
      () => new QuoteChannel({ ...this.#options, instrumentId }),
    );
    channel.add(listener);
    return this.#listening(channel, listener, () => this.#quotes.delete(instrumentId));
  }

  /** The best `depth` levels of each side. The instrument must be known. */
  listenToBook(
    { instrumentId, depth }: { readonly instrumentId: InstrumentId; readonly depth: number },
    listener: BookListener,
  ): StopListening {
    const channel = kept(
      this.#books,
      instrumentId,
      () => new BookChannel({ ...this.#options, instrumentId }),
    );
    channel.add(listener, depth);
    return this.#listening(channel, listener, () => this.#books.delete(instrumentId));
  }

  /** Trades, after the last `count` of the past. The instrument must be known. */
  listenToTrades(
    { instrumentId, count }: { readonly instrumentId: InstrumentId; readonly count: number },
    listener: TradeListener,
  ): StopListening {
    const channel = kept(
      this.#trades,
      instrumentId,
      () => new TradeChannel({ ...this.#options, instrumentId, tellGathered: () => this.#tellTrades() }),
    );
    channel.add(listener, count);
    return this.#listening(channel, listener, () => this.#trades.delete(instrumentId));
  }

  /** Closed candles, after the last `count` of the past. The instrument must be known. */
  listenToCandles(
    query: {
      readonly instrumentId: InstrumentId;
      readonly interval: ChartInterval;
      readonly count: number;
    },
    listener: CandleListener,
  ): StopListening {
    const key = `${query.instrumentId}/${query.interval}`;
    const channel = kept(this.#candles, key, () => new CandleChannel({ ...this.#options, ...query }));
    channel.add(listener, query.count);
    return this.#listening(channel, listener, () => this.#candles.delete(key));
  }

  /** Ends every subscription. */
  close(): void {
    for (const channels of [this.#quotes, this.#books, this.#trades, this.#candles]) channels.clear();
    this.#rest();
  }

  #listening<L>(
    channel: { remove(listener: L): void; readonly isEmpty: boolean },
    listener: L,
    forget: () => void,
  ): StopListening {
    this.#stopHearing ??= this.#options.sequencer.subscribe((batch) => this.#hear(batch));
    if (this.#candles.size > 0 && this.#minute === null) this.#awaitMinute();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      channel.remove(listener);
      if (!channel.isEmpty) return;
      forget();
      this.#rest();
    };
  }

  /** Stops what nobody needs any more. */
  #rest(): void {
    if (this.#candles.size === 0) {
      if (this.#minute !== null) clearTimeout(this.#minute);
      this.#minute = null;
      if (this.#quotes.size === 0 && this.#books.size === 0 && this.#trades.size === 0) {
        this.#stopHearing?.();
        this.#stopHearing = null;
        if (this.#gathering !== null) clearTimeout(this.#gathering);
        this.#gathering = null;
        this.#changed.clear();
        if (this.#tradesGathering !== null) clearTimeout(this.#tradesGathering);
        this.#tradesGathering = null;
        this.#committed = [];
      }
    }
  }

  /** Runs in the writer's turn: only notes what to look at. */
  #hear({ orders, trades }: FeedBatch): void {
    if (this.#quotes.size > 0 || this.#books.size > 0) {
      for (const { instrumentId } of orders) this.#changed.add(instrumentId);
      for (const { instrumentId } of trades) this.#changed.add(instrumentId);
      if (this.#changed.size > 0) this.#gathering ??= setTimeout(() => this.#tellChanged(), gatherMs).unref();
    }
    if (this.#trades.size === 0 || trades.length === 0) return;
    this.#committed.push(trades);
    this.#tradesGathering ??= setTimeout(() => this.#tellGatheredTrades(), 0).unref();
  }

  #tellChanged(): void {
    this.#gathering = null;
    for (const instrumentId of this.#changed) {
      this.#quotes.get(instrumentId)?.changed();
      this.#books.get(instrumentId)?.changed();
    }
    this.#changed.clear();
  }

  #tellGatheredTrades(): void {
    this.#tradesGathering = null;
    if (this.#committed.length === 0) return;
    this.#tellTrades();
    this.#tradesGathering = setTimeout(() => this.#tellGatheredTrades(), gatherMs).unref();
  }

  #tellTrades(): void {
    const trades = this.#committed.flat();
    this.#committed = [];
    for (const [instrumentId, channel] of this.#trades) {
      const own = trades.filter((trade) => trade.instrumentId === instrumentId);
      if (own.length > 0) channel.committed(own);
    }
  }

  #awaitMinute(): void {
    const now = this.#options.now();
    this.#minute = setTimeout(
      () => {
        this.#awaitMinute();
        for (const channel of this.#candles.values()) channel.timePassed();
      },
      minuteMs - (now % minuteMs),
    ).unref();
  }
}

function kept<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
