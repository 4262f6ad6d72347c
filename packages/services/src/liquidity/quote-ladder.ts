/**
 * The desired quotes of one instrument: a ladder of bids and asks around the reference price.
 *
 * Prices of a ladder are estimates until they are rounded to ticks, so doubles may be used on the way; sizes are whole lots.
 */
import { lots, ticks, computeUnit } from '@salar/protocol';
import type { Lots, Minor, Side, Ticks } from '@salar/protocol';
import type { Instrument } from '@salar/engine';
import { referenceScale } from '../ports/reference-prices.ts';

export type LadderShape = {
  /** Distance between best bid and best ask, in hundredths of a basis point: 600 is 6 bp. */
  readonly spreadCentiBps: number;
  /** Levels on each side, from 1 to `levelsMax`. */
  readonly levels: number;
  /** Average value of one level, in quote minor units. */
  readonly levelNotional: Minor;
};
/** Limits of an instrument for one product, in minor units. */
export type Stock = {
  /** The most that its quotes may pay. */
  readonly budget: Minor;
  /** The most that its quotes may receive; null for no limit. */
  readonly room: Minor | null;
};
export type Quote = {
  readonly side: Side;
  readonly price: Ticks;
  readonly quantity: Lots;
  /** An open order at most this many ticks away is kept for this quote. */
  readonly tolerance: number;
  /** A larger open order is not kept: together the orders would exceed the stock. */
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
/** The distance of each level from the middle, relative to the level before. */
const distanceGrowth = 1.5;
/** The size of each level, relative to the level before. */
const sizeGrowth = 1.2;
/** A level moves only when the market moved by more than this share of its distance, which keeps the orders few. */
const toleranceShare = 0.4;
/** An open order up to this many times the wanted size is kept, within the limits of the stock. */
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
    // Prices are rounded away from the middle: buys down, sells up. Every level has its own tick.
    let price = side === 'buy' ? Math.floor(middle - distance) : Math.ceil(middle + distance);
    if (previous !== null)
      price = side === 'buy' ? Math.min(price, previous - 1) : Math.max(price, previous + 1);
    previous = price;
    if (price < 1) break;
    const notional = (shape.levelNotional * computeSizePpm(n, shape.levels)) / 1_000_000n;
    quotes.push({
      side,
      price: ticks(price),
      quantity: lots(computeLots(notional, price, input)),
      quantityMax: lots(computeLots(notional, price, input) * keptFactorMax),
      tolerance: Math.floor(distance * toleranceShare),
    });
  }
  return limitToStock(side, quotes, input).filter((quote) => isOrder(quote, instrument, input));
}

/** Computes how many lots `notional` quote minor units buy at a price, rounded down. */
function computeLots(notional: bigint, price: number, { instrument, baseDecimals }: LadderInput): bigint {
  const perLot = BigInt(price) * instrument.tickSize * instrument.lotSize;
  return (notional * computeUnit(baseDecimals)) / perLot;
}

function computeNotional(quote: Quote, { instrument, baseDecimals }: LadderInput): bigint {
  return (
    (BigInt(quote.price) * instrument.tickSize * quote.quantity * instrument.lotSize) /
    computeUnit(baseDecimals)
  );
}

/** Computes the size of a level in millionths of the average, so that sizes stay whole numbers. */
function computeSizePpm(level: number, levels: number): bigint {
  return BigInt(Math.round(1_000_000 * sizeGrowth ** (level - (levels - 1) / 2)));
}

/** Scales a side down when it would pay more than we have, or receive more than we want. */
function limitToStock(side: Side, quotes: readonly Quote[], input: LadderInput): Quote[] {
  const computeBase = (quote: Quote) => quote.quantity * input.instrument.lotSize;
  const computeQuote = (quote: Quote) => computeNotional(quote, input) + 1n;
  const [given, taken] = side === 'buy' ? [computeQuote, computeBase] : [computeBase, computeQuote];
  const [paid, received] = side === 'buy' ? [input.quote, input.base] : [input.base, input.quote];
  const affordable = scaleTo(paid.budget, quotes, given);
  return received.room === null ? affordable : scaleTo(received.room, affordable, taken);
}

function scaleTo(most: bigint, quotes: readonly Quote[], computeAmount: (quote: Quote) => bigint): Quote[] {
  const total = quotes.reduce((sum, quote) => sum + computeAmount(quote), 0n);
  if (total === 0n) return [...quotes];
  return quotes.map((quote) => {
    const share = (quote.quantity * most) / total;
    return {
      ...quote,
      quantity: lots(smaller(quote.quantity, share)),
      quantityMax: lots(smaller(quote.quantityMax, share)),
    };
  });
}

function smaller(a: bigint, b: bigint): bigint {
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
