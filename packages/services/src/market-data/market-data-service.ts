/** Market data: the books of now with what traded over the day and the last 24 hours. */
import type { Instrument, LastTrade, Level1 } from '@salar/engine';
import { millis } from '@salar/protocol';
import type { InstrumentId, Trade } from '@salar/protocol';
import { findDisplayedPrice } from '@salar/protocol/market/displayed-price';
import type { Candle } from '@salar/store';
import type { EnginePort } from '../ports/engine-port.ts';
import type { History } from '../ports/history.ts';
import { dayMs, findDayStart, minuteMs, RollingFigures } from './rolling-figures.ts';
import type { SpanFigures } from './rolling-figures.ts';

export type Quote = {
  readonly instrument: Instrument;
  /** Ticks and lots; 0 when the side is empty. */
  readonly bestBid: number;
  readonly bestOffer: number;
  readonly bidQuantity: bigint;
  readonly askQuantity: bigint;
  readonly bidOrders: number;
  readonly askOrders: number;
  /** null before the first trade. */
  readonly lastTrade: LastTrade | null;
  readonly day: SpanFigures;
  readonly rolling: SpanFigures;
  /** Ticks; what screens show, by the rule in `displayed-price.ts`. 0 when there is neither a book nor a trade. */
  readonly displayedPrice: number;
  /** Ticks; signed. From the displayed price of 24 hours ago to the displayed price of now. */
  readonly change24h: number;
  /** Hundredths of a percent, rounded towards zero; signed. */
  readonly change24hBasisPoints: number;
  /** Ticks; signed. From the open to the close of the UTC day. */
  readonly dayChange: number;
  readonly at: number;
};

/** Where trades come from: past ones from the read models, new ones as they commit. */
export interface TradeFeed {
  subscribe(listener: (batch: { readonly trades: readonly Trade[] }) => void): () => void;
}

type QuoteInputs = {
  readonly instrument: Instrument;
  readonly book: Level1;
  readonly pastPrice: number | null;
};

/** How long a price of 24 hours ago is kept before it is read again. */
const pastPriceLifeMs = 60_000;

export class MarketDataService {
  readonly #sequencer: EnginePort;
  readonly #history: Pick<History, 'minuteEndedBy' | 'minutesSince'>;
  readonly #now: () => number;
  readonly #figures = new Map<InstrumentId, RollingFigures>();
  #filled: Promise<void> = Promise.resolve();
  readonly #past = new Map<InstrumentId, { price: number | null; readAt: number }>();

  constructor(options: {
    readonly sequencer: EnginePort;
    readonly history: Pick<History, 'minuteEndedBy' | 'minutesSince'>;
    readonly now: () => number;
  }) {
    this.#sequencer = options.sequencer;
    this.#history = options.history;
    this.#now = options.now;
  }

  /**
   * Takes in the trades of the last day, then every trade as it commits, each once.
   *
   * @returns stops listening
   */
  async start(feed: TradeFeed): Promise<() => void> {
    const { stop, filled } = this.follow(feed);
    await filled;
    return stop;
  }

  /**
   * The same without waiting: figures are told once `filled` has resolved, and whoever asks earlier waits for it.
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

  /** @returns the last command that history had */
  async #fill(): Promise<number> {
    await this.#sequencer.projected();
    const { sequence, minutes } = await this.#history.minutesSince(millis(this.#now() - dayMs - minuteMs));
    this.#figures.clear();
    for (const minute of minutes) this.#figuresOf(minute.instrumentId).load(minute);
    return sequence;
  }

  /** Takes in minutes of a past that was seeded after the start; the same one twice counts once. */
  async addSeeded(minutes: readonly Candle[]): Promise<void> {
    await this.#filled;
    const since = this.#now() - dayMs - minuteMs;
    for (const minute of minutes)
      if (minute.beginsAt >= since) this.#figuresOf(minute.instrumentId).load(minute);
  }

  /** One instrument's figures, durable; null when there is no such instrument. */
  async quote(instrumentId: InstrumentId): Promise<Quote | null> {
    await this.#filled;
    const instrument = this.#sequencer.engine.instrument(instrumentId);
    if (instrument === undefined) return null;
    const pastPrice = await this.#pastPrice(instrumentId);
    const book = this.#sequencer.engine.level1(instrumentId);
    await this.#sequencer.settled();
    return this.#quoteOf({ instrument, book, pastPrice });
  }

  /** The figures of every instrument, by id. */
  async quotes(): Promise<readonly Quote[]> {
    await this.#filled;
    const instruments = this.#sequencer.engine.instruments();
    const pastPrices = await Promise.all(
      instruments.map((instrument) => this.#pastPrice(instrument.instrumentId)),
    );
    const books = instruments.map(({ instrumentId }) => this.#sequencer.engine.level1(instrumentId));
    await this.#sequencer.settled();
    return instruments.flatMap((instrument, place) => {
      const book = books[place];
      return book ? [this.#quoteOf({ instrument, book, pastPrice: pastPrices[place] ?? null })] : [];
    });
  }

  /** Trades of all markets together, from the minute on in which `since` lies; at most a day back. */
  tradesSince(since: number): number {
    return [...this.#figures.values()].reduce(
      (sum, figures) => sum + figures.since(since - (since % minuteMs)).trades,
      0,
    );
  }

  #record({ instrumentId, at, price, quantity, notional }: Trade): void {
    this.#figuresOf(instrumentId).add({ at, price, quantity, notional });
  }

  /** @param facts  the book as it was before everything in it was on disk: the figures then contain its last trade */
  #quoteOf({ instrument, book, pastPrice }: QuoteInputs): Quote {
    const { instrumentId } = instrument;
    const at = this.#now();
    const { bid, ask, lastTrade } = book;
    const rolling = this.#figuresOf(instrumentId).since(at - dayMs);
    const day = this.#figuresOf(instrumentId).since(findDayStart(at));
    const price = displayedTicks({ bid: bid?.price ?? 0, ask: ask?.price ?? 0, last: lastTrade, now: at });
    const reference = pastPrice ?? rolling.open;
    const change24h = price > 0 && reference > 0 ? price - reference : 0;
    return {
      instrument,
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
    const known = this.#past.get(instrumentId);
    if (known && at - known.readAt < pastPriceLifeMs) return known.price;
    const minute = await this.#history.minuteEndedBy(instrumentId, millis(Math.floor(at) - dayMs));
    const price = minute && displayedTicksAtEnd(minute);
    this.#past.set(instrumentId, { price, readAt: at });
    return price;
  }

  #figuresOf(instrumentId: InstrumentId): RollingFigures {
    let figures = this.#figures.get(instrumentId);
    if (!figures) {
      figures = new RollingFigures();
      this.#figures.set(instrumentId, figures);
    }
    return figures;
  }
}

/** The displayed price in ticks; 0 when there is none. Best prices are 0 for an empty side. */
function displayedTicks({
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
  const shown = findDisplayedPrice({
    bid: BigInt(bid),
    ask: BigInt(ask),
    last: last && { price: BigInt(last.price), at: last.at },
    tick: 1n,
    now,
  });
  return Number(shown?.price ?? 0n);
}

/** The displayed price at the end of a minute; its close counts as a recent trade when something was traded in it. */
function displayedTicksAtEnd({ beginsAt, bid, ask, close, trades }: Candle): number {
  const now = beginsAt + minuteMs;
  const at = millis(trades > 0 ? now : 0);
  return displayedTicks({ bid: bid ?? 0, ask: ask ?? 0, last: { price: close, at }, now });
}
