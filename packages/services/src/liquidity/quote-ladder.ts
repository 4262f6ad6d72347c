/**
 * The quotes we would like to show on one instrument: a ladder of bids and asks around the reference price.
 *
 * Prices of a ladder are estimates until they are whole ticks, so the way there may use doubles; sizes are whole lots.
 */
import { lots, ticks, computeUnit } from '@salar/protocol';
import type { Lots, Minor, Side, Ticks } from '@salar/protocol';
import type { Instrument } from '@salar/engine';
import { referenceScale } from '../ports/reference-prices.ts';

export type LadderShape = {
  /** Between best bid and best ask, hundredths of a basis point: 600 is 6 bp. */
  readonly spreadCentiBps: number;
  /** Levels on each side, from 1 to `levelsMax`. */
  readonly levels: number;
  /** What one level is worth on average, quote minor units. */
  readonly levelNotional: Minor;
};
/** What an instrument may do with one product, minor units. */
export type Stock = {
  /** Most that its quotes may give away. */
  readonly budget: Minor;
  /** Most that its quotes may bring in; null is no limit. */
  readonly room: Minor | null;
};
export type Quote = {
  readonly side: Side;
  readonly price: Ticks;
  readonly quantity: Lots;
  /** An order this many ticks away still does for this quote. */
  readonly tolerance: number;
  /** An order larger than this does not: all together they would be more than the stock allows. */
  readonly quantityMax: Lots;
};
export type LadderInput = {
  readonly instrument: Instrument;
  readonly baseDecimals: number;
  readonly quoteDecimals: number;
  /** Quote units for one whole base unit, times `referenceScale`. */
  readonly reference: bigint;
  readonly shape: LadderShape;
  /** From -1 (much too little base in stock: quote higher) to 1 (much too much: quote lower). */
  readonly inventory: number;
  readonly base: Stock;
  readonly quote: Stock;
};

export const levelsMax = 20;
/** Each level is this much further from the middle than the one before. */
const distanceGrowth = 1.5;
/** Outer levels are larger. */
const sizeGrowth = 1.2;
/** A level moves only when the market moved by more than this part of its distance, so that orders stay few. */
const toleranceShare = 0.4;
/** An order this many times as large as wanted still does, as far as the stock goes. */
const keptFactorMax = 4n;
const centiBps = 1_000_000;

/** @returns bids and asks, best first; a level too small to be an order is left out */
export function buildLadder(input: LadderInput): readonly Quote[] {
  const { instrument, quoteDecimals, reference, shape } = input;
  const middleTicks =
    Number((reference * computeUnit(quoteDecimals) * 1_000_000n) / referenceScale / instrument.tickSize) /
    1e6;
  const halfSpread = shape.spreadCentiBps / 2 / centiBps;
  const middle = middleTicks * (1 - clamp(input.inventory) * halfSpread);
  return [...buildSide('buy', middle, halfSpread, input), ...buildSide('sell', middle, halfSpread, input)];
}

function buildSide(side: Side, middle: number, halfSpread: number, input: LadderInput): Quote[] {
  const { instrument, shape } = input;
  const quotes: Quote[] = [];
  let previous: number | null = null;
  for (let n = 0; n < shape.levels; n++) {
    const distance = middle * halfSpread * distanceGrowth ** n;
    // Away from the middle in both cases: buys down, sells up. Every level is a tick of its own.
    let price = side === 'buy' ? Math.floor(middle - distance) : Math.ceil(middle + distance);
    if (previous !== null)
      price = side === 'buy' ? Math.min(price, previous - 1) : Math.max(price, previous + 1);
    previous = price;
    if (price < 1) break;
    const notional = (shape.levelNotional * sizePpm(n, shape.levels)) / 1_000_000n;
    quotes.push({
      side,
      price: ticks(price),
      quantity: lots(lotsWorth(notional, price, input)),
      quantityMax: lots(lotsWorth(notional, price, input) * keptFactorMax),
      tolerance: Math.floor(distance * toleranceShare),
    });
  }
  return withinStock(side, quotes, input).filter((quote) => isOrder(quote, instrument, input));
}

/** How many lots `notional` quote minor units buy at a price, rounded down. */
function lotsWorth(notional: bigint, price: number, { instrument, baseDecimals }: LadderInput): bigint {
  const perLot = BigInt(price) * instrument.tickSize * instrument.lotSize;
  return (notional * computeUnit(baseDecimals)) / perLot;
}

function computeNotional(quote: Quote, { instrument, baseDecimals }: LadderInput): bigint {
  return (
    (BigInt(quote.price) * instrument.tickSize * quote.quantity * instrument.lotSize) /
    computeUnit(baseDecimals)
  );
}

/** Millionths of the average level, so that sizes stay whole numbers. */
function sizePpm(level: number, levels: number): bigint {
  return BigInt(Math.round(1_000_000 * sizeGrowth ** (level - (levels - 1) / 2)));
}

/** Scales a side down when it would give away more than we have for it, or bring in more than we want. */
function withinStock(side: Side, quotes: readonly Quote[], input: LadderInput): Quote[] {
  const baseOf = (quote: Quote) => quote.quantity * input.instrument.lotSize;
  const quoteOf = (quote: Quote) => computeNotional(quote, input) + 1n;
  const [given, taken] = side === 'buy' ? [quoteOf, baseOf] : [baseOf, quoteOf];
  const [paid, received] = side === 'buy' ? [input.quote, input.base] : [input.base, input.quote];
  const affordable = scaledTo(paid.budget, quotes, given);
  return received.room === null ? affordable : scaledTo(received.room, affordable, taken);
}

function scaledTo(most: bigint, quotes: readonly Quote[], amountOf: (quote: Quote) => bigint): Quote[] {
  const total = quotes.reduce((sum, quote) => sum + amountOf(quote), 0n);
  if (total === 0n) return [...quotes];
  return quotes.map((quote) => {
    const share = (quote.quantity * most) / total;
    return {
      ...quote,
      quantity: lots(least(quote.quantity, share)),
      quantityMax: lots(least(quote.quantityMax, share)),
    };
  });
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function isOrder(quote: Quote, instrument: Instrument, input: LadderInput): boolean {
  return (
    quote.quantity > 0n &&
    quote.quantity >= instrument.quantityMin &&
    computeNotional(quote, input) >= instrument.notionalMin
  );
}

function clamp(value: number): number {
  return Math.max(-1, Math.min(1, value));
}
