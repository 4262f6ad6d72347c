/**
 * The quotes we would like to show on one instrument: a ladder of bids and asks around the reference price.
 *
 * Prices of a ladder are estimates until they are whole ticks, so the way there may use doubles; sizes are whole lots.
 */
import { lots, ticks, unitOf } from '@salar/protocol';
import type { Lots, Minor, Side, Ticks } from '@salar/protocol';
import type { Instrument } from '@salar/engine';
import { referenceScale } from '../ports/reference-prices.ts';

export type LadderShape = {
  /** Between best bid and best ask, hundredths of a basis point: 600 is 6 bp. */
  readonly spreadCentiBps: number;
  /** What one level is worth on average, quote minor units. */
  readonly levelNotional: Minor;
};
export type Quote = {
  readonly side: Side;
  readonly price: Ticks;
  readonly quantity: Lots;
  /** An order this many ticks away still does for this quote. */
  readonly tolerance: number;
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
  /** Most that all asks together may offer, base minor units. */
  readonly baseBudget: Minor;
  /** Most that all bids together may pay, quote minor units. */
  readonly quoteBudget: Minor;
};

export const levelsPerSide = 8;
/** Each level is this much further from the middle than the one before. */
const distanceGrowth = 1.5;
/** Outer levels are larger. Millionths, so that sizes stay whole numbers. */
const sizeFactorsPpm: readonly bigint[] = Array.from({ length: levelsPerSide }, (_, n) =>
  BigInt(Math.round(1_000_000 * 1.2 ** (n - (levelsPerSide - 1) / 2))),
);
/** A level moves only when the market moved by more than this part of its distance, so that orders stay few. */
const toleranceShare = 0.4;
const centiBps = 1_000_000;

/** @returns bids and asks, best first; a level too small to be an order is left out */
export function ladder(input: LadderInput): readonly Quote[] {
  const { instrument, quoteDecimals, reference, shape } = input;
  const middleTicks =
    Number((reference * unitOf(quoteDecimals) * 1_000_000n) / referenceScale / instrument.tickSize) / 1e6;
  const halfSpread = shape.spreadCentiBps / 2 / centiBps;
  const middle = middleTicks * (1 - clamp(input.inventory) * halfSpread);
  return [...sideOf('buy', middle, halfSpread, input), ...sideOf('sell', middle, halfSpread, input)];
}

function sideOf(side: Side, middle: number, halfSpread: number, input: LadderInput): Quote[] {
  const { instrument, shape } = input;
  const quotes: Quote[] = [];
  let previous: number | null = null;
  for (let n = 0; n < levelsPerSide; n++) {
    const distance = middle * halfSpread * distanceGrowth ** n;
    // Away from the middle in both cases: buys down, sells up. Every level is a tick of its own.
    let price = side === 'buy' ? Math.floor(middle - distance) : Math.ceil(middle + distance);
    if (previous !== null)
      price = side === 'buy' ? Math.min(price, previous - 1) : Math.max(price, previous + 1);
    previous = price;
    if (price < 1) break;
    const notional = (shape.levelNotional * (sizeFactorsPpm[n] ?? 0n)) / 1_000_000n;
    quotes.push({
      side,
      price: ticks(price),
      quantity: lots(lotsWorth(notional, price, input)),
      tolerance: Math.floor(distance * toleranceShare),
    });
  }
  return withinBudget(side, quotes, input).filter((quote) => isOrder(quote, instrument, input));
}

/** How many lots `notional` quote minor units buy at a price, rounded down. */
function lotsWorth(notional: bigint, price: number, { instrument, baseDecimals }: LadderInput): bigint {
  const perLot = BigInt(price) * instrument.tickSize * instrument.lotSize;
  return (notional * unitOf(baseDecimals)) / perLot;
}

function notionalOf(quote: Quote, { instrument, baseDecimals }: LadderInput): bigint {
  return (
    (BigInt(quote.price) * instrument.tickSize * quote.quantity * instrument.lotSize) / unitOf(baseDecimals)
  );
}

/** Scales a side down when it is worth more than we have for it. */
function withinBudget(side: Side, quotes: readonly Quote[], input: LadderInput): Quote[] {
  const cost = (quote: Quote) =>
    side === 'buy' ? notionalOf(quote, input) + 1n : quote.quantity * input.instrument.lotSize;
  const total = quotes.reduce((sum, quote) => sum + cost(quote), 0n);
  const budget = side === 'buy' ? input.quoteBudget : input.baseBudget;
  if (total <= budget) return [...quotes];
  return quotes.map((quote) => ({ ...quote, quantity: lots((quote.quantity * budget) / total) }));
}

function isOrder(quote: Quote, instrument: Instrument, input: LadderInput): boolean {
  return (
    quote.quantity > 0n &&
    quote.quantity >= instrument.quantityMin &&
    notionalOf(quote, input) >= instrument.notionalMin
  );
}

function clamp(value: number): number {
  return Math.max(-1, Math.min(1, value));
}
