/** Market data: current books with the trading figures of the day and the last 24 hours. */
import { millis } from '@salar/protocol';
import type { InstrumentId, Trade } from '@salar/protocol';
import type { Candle } from '@salar/store';
import type { EngineReader } from '../ports/engine-port.ts';
import type { History } from '../ports/history.ts';
import { buildQuote, computeDisplayedTicksAtEnd, readMarket } from './quote.ts';
import type { Market, Quote } from './quote.ts';
import { dayMs, minuteMs, RollingFigures } from './rolling-figures.ts';

/** Publishes trades as they commit; past ones come from the read models. */
export interface TradeFeed {
  subscribe(listener: (batch: { readonly trades: readonly Trade[] }) => void): () => void;
}

/** How long the price of 24 hours ago is cached. */
const pastPriceLifeMs = 60_000;

type MarketDataServiceOptions = {
  readonly sequencer: EngineReader;
  readonly history: Pick<History, 'minuteEndedBy' | 'minutesSince'>;
  readonly now: () => number;
};

export class MarketDataService {
  readonly #options: MarketDataServiceOptions;
  readonly #figures = new Map<InstrumentId, RollingFigures>();
  #filled: Promise<void> = Promise.resolve();
  readonly #pastPrices = new Map<InstrumentId, { price: number | null; readAt: number }>();

  constructor(options: MarketDataServiceOptions) {
    this.#options = options;
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
    await this.#options.sequencer.projected();
    const { sequence, minutes } = await this.#options.history.minutesSince(
      millis(this.#options.now() - dayMs - minuteMs),
    );
    this.#figures.clear();
    for (const minute of minutes) this.#findFigures(minute.instrumentId).load(minute);
    return sequence;
  }

  /** Adds minutes of a past that was seeded after the start; a repeated minute counts once. */
  async addSeeded(minutes: readonly Candle[]): Promise<void> {
    await this.#filled;
    const since = this.#options.now() - dayMs - minuteMs;
    for (const minute of minutes)
      if (minute.beginsAt >= since) this.#findFigures(minute.instrumentId).load(minute);
  }

  /** Returns the durable figures of one instrument; null for an unknown one. */
  async quote(instrumentId: InstrumentId): Promise<Quote | null> {
    await this.#filled;
    // Past prices are cached for instruments that exist, so a cached one saves the first read.
    const isDefined =
      this.#pastPrices.has(instrumentId) ||
      (await this.#options.sequencer.read((view) => view.instrument(instrumentId) !== undefined));
    if (!isDefined) return null;
    const pastPrice = await this.#pastPrice(instrumentId);
    const market = await this.#options.sequencer.read((view) => readMarket(view, instrumentId));
    return this.#buildQuote(market, pastPrice);
  }

  /** Returns the figures of every instrument, by id. */
  async quotes(): Promise<readonly Quote[]> {
    await this.#filled;
    const ids = await this.#options.sequencer.read((view) =>
      view.instruments().map(({ instrumentId }) => instrumentId),
    );
    const pastPrices = await Promise.all(ids.map((instrumentId) => this.#pastPrice(instrumentId)));
    const markets = await this.#options.sequencer.read((view) => ids.map((id) => readMarket(view, id)));
    return markets.map((market, index) => this.#buildQuote(market, pastPrices[index] ?? null));
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

  #buildQuote(market: Market, pastPrice: number | null): Quote {
    return buildQuote({
      ...market,
      pastPrice,
      figures: this.#findFigures(market.instrument.instrumentId),
      at: this.#options.now(),
    });
  }

  async #pastPrice(instrumentId: InstrumentId): Promise<number | null> {
    const at = this.#options.now();
    const known = this.#pastPrices.get(instrumentId);
    if (known && at - known.readAt < pastPriceLifeMs) return known.price;
    const minute = await this.#options.history.minuteEndedBy(instrumentId, millis(Math.floor(at) - dayMs));
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
