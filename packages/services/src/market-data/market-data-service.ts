/** Market data: current books with the trading figures of the day and the last 24 hours. */
import type { EngineView, Instrument, LastTrade, Level1, Product } from '@salar/engine';
import { assert, millis } from '@salar/protocol';
import type { InstrumentId, Trade } from '@salar/protocol';
import { findDisplayedPrice } from '@salar/protocol/market/displayed-price';
import type { Candle } from '@salar/store';
import type { EngineReader } from '../ports/engine-port.ts';
import type { History } from '../ports/history.ts';
import { dayMs, findDayStart, minuteMs, RollingFigures } from './rolling-figures.ts';
import type { SpanFigures } from './rolling-figures.ts';

export type Quote = {
  readonly instrument: Instrument;
  readonly baseProduct: Product;
  readonly quoteProduct: Product;
  /** Ticks and lots; 0 when the side is empty. */
  readonly bestBid: number;
  readonly bestOffer: number;
  readonly bidQuantity: bigint;
  readonly askQuantity: bigint;
  readonly bidOrders: number;
  readonly askOrders: number;
  /** Null before the first trade. */
  readonly lastTrade: LastTrade | null;
  readonly day: SpanFigures;
  readonly rolling: SpanFigures;
  /** Ticks; the price that screens show, by the rule in `displayed-price.ts`. 0 when there is neither a book nor a trade. */
  readonly displayedPrice: number;
  /** Ticks; signed. From the displayed price 24 hours ago to the displayed price now. */
  readonly change24h: number;
  /** Hundredths of a percent, rounded towards zero; signed. */
  readonly change24hBasisPoints: number;
  /** Ticks; signed. From the open to the close of the UTC day. */
  readonly dayChange: number;
  readonly at: number;
};

/** Publishes trades as they commit; past ones come from the read models. */
export interface TradeFeed {
  subscribe(listener: (batch: { readonly trades: readonly Trade[] }) => void): () => void;
}

type Market = Pick<Quote, 'instrument' | 'baseProduct' | 'quoteProduct'> & { readonly book: Level1 };
type QuoteInputs = Market & { readonly pastPrice: number | null };

/** How long the price of 24 hours ago is cached. */
const pastPriceLifeMs = 60_000;

export class MarketDataService {
  readonly #sequencer: EngineReader;
  readonly #history: Pick<History, 'minuteEndedBy' | 'minutesSince'>;
  readonly #now: () => number;
  readonly #figures = new Map<InstrumentId, RollingFigures>();
  #filled: Promise<void> = Promise.resolve();
  readonly #pastPrices = new Map<InstrumentId, { price: number | null; readAt: number }>();

  constructor(options: {
    readonly sequencer: EngineReader;
    readonly history: Pick<History, 'minuteEndedBy' | 'minutesSince'>;
    readonly now: () => number;
  }) {
    this.#sequencer = options.sequencer;
    this.#history = options.history;
    this.#now = options.now;
  }

  /**
   * Loads the trades of the last day, then adds every trade as it commits, each once.
   *
   * @returns a function that stops listening
   */
  async start(feed: TradeFeed): Promise<() => void> {
    const { stop, filled } = this.follow(feed);
    await filled;
    return stop;
  }

  /**
   * Starts without waiting: figures are available once `filled` has resolved; earlier callers wait for it.
   *
   * @param attempt  runs the reading of the past, and may run it again when it fails
   */
  follow(
    feed: TradeFeed,
    attempt: (fill: () => Promise<number>) => Promise<number> = (fill) => fill(),
  ): { readonly stop: () => void; readonly filled: Promise<void> } {
    const waiting: Trade[] = [];
    let isFilled = false;
    const stop = feed.subscribe(({ trades }) => {
      for (const trade of trades) {
        if (isFilled) this.#record(trade);
        else waiting.push(trade);
      }
    });
    this.#filled = attempt(() => this.#fill()).then((newest) => {
      for (const trade of waiting.splice(0)) if (trade.sequence > newest) this.#record(trade);
      isFilled = true;
    });
    return { stop, filled: this.#filled };
  }

  /** @returns the last command that the read models had */
  async #fill(): Promise<number> {
    await this.#sequencer.projected();
    const { sequence, minutes } = await this.#history.minutesSince(millis(this.#now() - dayMs - minuteMs));
    this.#figures.clear();
    for (const minute of minutes) this.#findFigures(minute.instrumentId).load(minute);
    return sequence;
  }

  /** Adds minutes of a past that was seeded after the start; a repeated minute counts once. */
  async addSeeded(minutes: readonly Candle[]): Promise<void> {
    await this.#filled;
    const since = this.#now() - dayMs - minuteMs;
    for (const minute of minutes)
      if (minute.beginsAt >= since) this.#findFigures(minute.instrumentId).load(minute);
  }

  /** Returns the durable figures of one instrument; null for an unknown one. */
  async quote(instrumentId: InstrumentId): Promise<Quote | null> {
    await this.#filled;
    // Past prices are cached for instruments that exist, so a cached one saves the first read.
    const isDefined =
      this.#pastPrices.has(instrumentId) ||
      (await this.#sequencer.read((view) => view.instrument(instrumentId) !== undefined));
    if (!isDefined) return null;
    const pastPrice = await this.#pastPrice(instrumentId);
    const market = await this.#sequencer.read((view) => readMarket(view, instrumentId));
    return this.#buildQuote({ ...market, pastPrice });
  }

  /** Returns the figures of every instrument, by id. */
  async quotes(): Promise<readonly Quote[]> {
    await this.#filled;
    const ids = await this.#sequencer.read((view) =>
      view.instruments().map(({ instrumentId }) => instrumentId),
    );
    const pastPrices = await Promise.all(ids.map((instrumentId) => this.#pastPrice(instrumentId)));
    const markets = await this.#sequencer.read((view) => ids.map((id) => readMarket(view, id)));
    return markets.map((market, index) =>
      this.#buildQuote({ ...market, pastPrice: pastPrices[index] ?? null }),
    );
  }

  /** Counts the trades of all markets since the minute that contains `since`; at most a day back. */
  tradesSince(since: number): number {
    return [...this.#figures.values()].reduce(
      (sum, figures) => sum + figures.since(since - (since % minuteMs)).trades,
      0,
    );
  }

  #record({ instrumentId, at, price, quantity, notional }: Trade): void {
    this.#findFigures(instrumentId).add({ at, price, quantity, notional });
  }

  /** @param inputs.book  read before it was durable, so that the figures contain its last trade */
  #buildQuote({ book, pastPrice, ...market }: QuoteInputs): Quote {
    const { instrumentId } = market.instrument;
    const at = this.#now();
    const { bid, ask, lastTrade } = book;
    const rolling = this.#findFigures(instrumentId).since(at - dayMs);
    const day = this.#findFigures(instrumentId).since(findDayStart(at));
    const price = computeDisplayedTicks({
      bid: bid?.price ?? 0,
      ask: ask?.price ?? 0,
      last: lastTrade,
      now: at,
    });
    const reference = pastPrice ?? rolling.open;
    const change24h = price > 0 && reference > 0 ? price - reference : 0;
    return {
      ...market,
      bestBid: bid?.price ?? 0,
      bestOffer: ask?.price ?? 0,
      bidQuantity: bid?.quantity ?? 0n,
      askQuantity: ask?.quantity ?? 0n,
      bidOrders: bid?.orders ?? 0,
      askOrders: ask?.orders ?? 0,
      lastTrade,
      day,
      rolling,
      displayedPrice: price,
      change24h,
      change24hBasisPoints: reference > 0 ? Number((BigInt(change24h) * 10_000n) / BigInt(reference)) : 0,
      dayChange: day.close - day.open,
      at,
    };
  }

  async #pastPrice(instrumentId: InstrumentId): Promise<number | null> {
    const at = this.#now();
    const known = this.#pastPrices.get(instrumentId);
    if (known && at - known.readAt < pastPriceLifeMs) return known.price;
    const minute = await this.#history.minuteEndedBy(instrumentId, millis(Math.floor(at) - dayMs));
    const price = minute && computeDisplayedTicksAtEnd(minute);
    this.#pastPrices.set(instrumentId, { price, readAt: at });
    return price;
  }

  #findFigures(instrumentId: InstrumentId): RollingFigures {
    let figures = this.#figures.get(instrumentId);
    if (!figures) {
      figures = new RollingFigures();
      this.#figures.set(instrumentId, figures);
    }
    return figures;
  }
}

/** @throws InvariantError for an unknown instrument */
function readMarket(view: EngineView, instrumentId: InstrumentId): Market {
  const instrument = view.instrument(instrumentId);
  assert(instrument !== undefined, 'the instrument of a quote is defined');
  const baseProduct = view.product(instrument.baseProductId);
  const quoteProduct = view.product(instrument.quoteProductId);
  assert(
    baseProduct !== undefined && quoteProduct !== undefined,
    'the products of an instrument are defined',
  );
  return { instrument, baseProduct, quoteProduct, book: view.level1(instrumentId) };
}

/** Computes the displayed price in ticks; 0 without one. Best prices are 0 for an empty side. */
function computeDisplayedTicks({
  bid,
  ask,
  last,
  now,
}: {
  readonly bid: number;
  readonly ask: number;
  readonly last: Pick<LastTrade, 'price' | 'at'> | null;
  readonly now: number;
}): number {
  const displayed = findDisplayedPrice({
    bid: BigInt(bid),
    ask: BigInt(ask),
    last: last && { price: BigInt(last.price), at: last.at },
    tick: 1n,
    now,
  });
  return Number(displayed?.price ?? 0n);
}

/** Computes the displayed price at the end of a minute; its close counts as a recent trade when the minute had one. */
function computeDisplayedTicksAtEnd({ beginsAt, bid, ask, close, trades }: Candle): number {
  const now = beginsAt + minuteMs;
  const at = millis(trades > 0 ? now : 0);
  return computeDisplayedTicks({ bid: bid ?? 0, ask: ask ?? 0, last: { price: close, at }, now });
}
