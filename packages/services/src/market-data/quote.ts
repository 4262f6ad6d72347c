/** Builds the quote of an instrument: its best prices with the trading figures of the day and the last 24 hours. */
import type { EngineView, Instrument, LastTrade, Level1, Product } from '@salar/engine';
import { assert, millis } from '@salar/protocol';
import type { InstrumentId } from '@salar/protocol';
import { findDisplayedPrice } from '@salar/protocol/market/displayed-price';
import type { Candle } from '@salar/store';
import { dayMs, findDayStart, minuteMs } from './rolling-figures.ts';
import type { RollingFigures, SpanFigures } from './rolling-figures.ts';

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

/** An instrument with its products and its best prices. */
export type Market = Pick<Quote, 'instrument' | 'baseProduct' | 'quoteProduct'> & { readonly book: Level1 };

type QuoteInputs = Market & {
  /** The displayed price of 24 hours ago; null without one. */
  readonly pastPrice: number | null;
  readonly figures: RollingFigures;
  readonly at: number;
};

/** @param inputs.book  read before it was durable, so that the figures contain its last trade */
export function buildQuote({ book, pastPrice, figures, at, ...market }: QuoteInputs): Quote {
  const { bid, ask, lastTrade } = book;
  const rolling = figures.since(at - dayMs);
  const day = figures.since(findDayStart(at));
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

/** @throws InvariantError for an unknown instrument */
export function readMarket(view: EngineView, instrumentId: InstrumentId): Market {
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
export function computeDisplayedTicksAtEnd({ beginsAt, bid, ask, close, trades }: Candle): number {
  const now = beginsAt + minuteMs;
  const at = millis(trades > 0 ? now : 0);
  return computeDisplayedTicks({ bid: bid ?? 0, ask: ask ?? 0, last: { price: close, at }, now });
}
