/**
 * Quotes a swap from the current order book with the exchange's own arithmetic, on decimal text.
 *
 * An order takes the best prices first, in whole lots. The value at each price is cut to the smallest unit of the quote
 * product, as the exchange cuts it for each offer.
 */
import type { Instrument } from '../../api/calls/market-data/get-instruments.ts';
import type { Side } from '../../api/calls/orders/send-order.ts';
import { getOpposingLevels } from '../../api/records/book.ts';
import type { Book, Level } from '../../api/records/book.ts';
import {
  add,
  compare,
  divideDown,
  divideUp,
  floorToIncrement,
  isPositive,
  multiply,
  subtract,
  truncate,
} from '../../money/decimal.ts';
import type { SwapPair } from './pair.ts';
import type { Places } from './swap-maths.ts';

/** The amount that the customer typed, and whether they pay or receive it. */
export type SwapRequest = { readonly side: 'pay' | 'receive'; readonly amount: string };

/** Amounts are decimal text, before the fee. */
export type SwapQuote = {
  /** The amount actually paid: whole lots of the sold product, or the cost of the lots that are bought. */
  readonly pay: string;
  readonly receive: string;
  /** In the base product. */
  readonly quantity: string;
  /** In the quote product. */
  readonly value: string;
  /** Quote per base, over everything that trades; the best price when the amount is too small for one lot. */
  readonly averagePrice: string;
  /** The last price that the order would trade at. */
  readonly worstPrice: string;
  /** By how many percent the average price is worse than the middle of the market; null while one side is empty. */
  readonly distance: string | null;
  /** The request is larger than the book; the amounts are then those that the book offers. */
  readonly isBeyondDepth: boolean;
  /** The number of orders at the prices that trade. Each of them is a trade of its own, with its own rounding. */
  readonly makers: number;
};

type Taken = {
  readonly quantity: string;
  readonly value: string;
  readonly worstPrice: string;
  /** The number of orders at the prices that trade. */
  readonly makers: number;
  /** The whole request was found in the book. */
  readonly isEnough: boolean;
};

type Steps = { readonly lot: string; readonly quotePlaces: number };

const pricePlaces = 18;

/**
 * Quotes a swap by walking the book.
 *
 * @returns null while the side that the order would trade with is empty
 */
export function quoteSwap(
  pair: SwapPair,
  book: Book,
  request: SwapRequest,
  places: Places,
): SwapQuote | null {
  const { instrument, side } = pair;
  const levels = getOpposingLevels(book, side);
  const [best] = levels;
  if (!best) return null;
  const steps = toSteps(instrument, side, places);
  const taken = takeFor(levels, side, request, steps);
  const averagePrice = divideDown(taken.value, taken.quantity, pricePlaces) ?? best.price;
  return {
    pay: side === 'buy' ? taken.value : taken.quantity,
    receive: side === 'buy' ? taken.quantity : taken.value,
    quantity: taken.quantity,
    value: taken.value,
    averagePrice,
    worstPrice: taken.worstPrice,
    distance: computeDistanceFromMiddle(book, side, averagePrice),
    isBeyondDepth: !taken.isEnough,
    makers: taken.makers,
  };
}

/** Computes the trades of an order by value: as many lots as the value pays for. */
function takeByValue(levels: readonly Level[], value: string, steps: Steps): Taken {
  let left = value;
  let quantity = '0';
  let worstPrice = levels[0]?.price ?? '0';
  let makers = 0;
  for (const { price, quantity: offered, orders } of levels) {
    const payable = multiply(countLots(price, left, steps), steps.lot);
    const taken = compare(payable, offered) < 0 ? payable : offered;
    if (isPositive(taken)) {
      quantity = add(quantity, taken);
      left = subtract(left, computeWorth(price, taken, steps));
      worstPrice = price;
      makers += orders;
    }
    if (compare(taken, offered) < 0)
      return { quantity, value: subtract(value, left), worstPrice, makers, isEnough: true };
  }
  // The whole book is taken. It was enough when the rest of the value does not pay for another lot.
  const isEnough = !isPositive(countLots(worstPrice, left, steps));
  return { quantity, value: subtract(value, left), worstPrice, makers, isEnough };
}

/** Computes the trades of an order by quantity. */
function takeByQuantity(levels: readonly Level[], wanted: string, steps: Steps): Taken {
  let left = wanted;
  let value = '0';
  let worstPrice = levels[0]?.price ?? '0';
  let makers = 0;
  for (const { price, quantity: offered, orders } of levels) {
    if (!isPositive(left)) break;
    const taken = compare(left, offered) < 0 ? left : offered;
    value = add(value, computeWorth(price, taken, steps));
    left = subtract(left, taken);
    worstPrice = price;
    makers += orders;
  }
  return { quantity: subtract(wanted, left), value, worstPrice, makers, isEnough: !isPositive(left) };
}

/**
 * Computes the worst price that a tolerance allows, a multiple of the price increment: never further from the quoted
 * price than the tolerance, and never better than the quoted price itself.
 *
 * @param worstPrice  the last price that the quote trades at
 * @param tolerance  in percent
 */
export function computeLimitPrice(
  { instrument, side }: Pick<SwapPair, 'instrument' | 'side'>,
  worstPrice: string,
  tolerance: string,
): string {
  const width = divideDown(multiply(worstPrice, tolerance), '100', pricePlaces) ?? '0';
  if (side === 'buy') return floorToIncrement(add(worstPrice, width), instrument.priceIncrement);
  return ceilToIncrement(subtract(worstPrice, width), instrument.priceIncrement);
}

/**
 * Computes the least amount received, before the fee, when everything trades at the limit price.
 *
 * The value of each trade is cut to the smallest unit, so that every further maker can cost a seller one unit.
 */
export function computeLeastReceived(
  pair: SwapPair,
  quote: SwapQuote,
  limitPrice: string,
  places: Places,
): string {
  const steps = toSteps(pair.instrument, pair.side, places);
  if (pair.side === 'buy') return multiply(countLots(limitPrice, quote.value, steps), steps.lot);
  return subtract(computeWorth(limitPrice, quote.quantity, steps), computeRoundingLoss(quote, places.to));
}

/** Computes the most by which an amount that is rounded once per trade differs from the same amount rounded once. */
export function computeRoundingLoss({ makers }: SwapQuote, places: number): string {
  return multiply(String(Math.max(makers - 1, 0)), toSmallestUnit(places));
}

function takeFor(
  levels: readonly Level[],
  side: Side,
  { side: typed, amount }: SwapRequest,
  steps: Steps,
): Taken {
  if (side === 'sell') {
    return typed === 'pay'
      ? takeByQuantity(levels, floorToIncrement(amount, steps.lot), steps)
      : takeUntilWorth(levels, amount, steps);
  }
  return typed === 'pay'
    ? takeByValue(levels, amount, steps)
    : takeByQuantity(levels, ceilToIncrement(amount, steps.lot), steps);
}

/** Takes the fewest lots whose value reaches `wanted`. */
function takeUntilWorth(levels: readonly Level[], wanted: string, steps: Steps): Taken {
  let quantity = '0';
  let value = '0';
  let worstPrice = levels[0]?.price ?? '0';
  let makers = 0;
  for (const { price, quantity: offered, orders } of levels) {
    const left = subtract(wanted, value);
    if (!isPositive(left)) break;
    worstPrice = price;
    const lots = divideUp(left, multiply(price, steps.lot), 0) ?? '0';
    const needed = multiply(lots, steps.lot);
    const taken = compare(needed, offered) < 0 ? needed : offered;
    quantity = add(quantity, taken);
    value = add(value, computeWorth(price, taken, steps));
    makers += orders;
  }
  return { quantity, value, worstPrice, makers, isEnough: compare(value, wanted) >= 0 };
}

/** Computes the most lots whose value at a price, cut to the smallest unit, does not exceed `value`. */
function countLots(price: string, value: string, { lot, quotePlaces }: Steps): string {
  const lotWorth = multiply(price, lot);
  if (!isPositive(value) || !isPositive(lotWorth)) return '0';
  const next = add(value, toSmallestUnit(quotePlaces));
  const lots = divideUp(next, lotWorth, 0) ?? '0';
  return subtract(lots, '1');
}

function computeWorth(price: string, quantity: string, { quotePlaces }: Steps): string {
  return truncate(multiply(price, quantity), quotePlaces);
}

function toSmallestUnit(places: number): string {
  return places === 0 ? '1' : `0.${'0'.repeat(places - 1)}1`;
}

function ceilToIncrement(amount: string, increment: string): string {
  const floor = floorToIncrement(amount, increment);
  return compare(floor, amount) === 0 ? floor : add(floor, increment);
}

function toSteps({ quantityIncrement }: Instrument, side: Side, places: Places): Steps {
  const [basePlaces, quotePlaces] = side === 'buy' ? [places.to, places.from] : [places.from, places.to];
  const lot = isPositive(quantityIncrement) ? quantityIncrement : toSmallestUnit(basePlaces);
  return { lot, quotePlaces };
}

/**
 * Returns percent, above zero when the average price is worse than the middle between the best bid and the best offer.
 */
function computeDistanceFromMiddle({ bids, asks }: Book, side: Side, price: string): string | null {
  const [bid] = bids;
  const [ask] = asks;
  if (!bid || !ask) return null;
  const double = add(bid.price, ask.price);
  const worse =
    side === 'buy' ? subtract(multiply(price, '2'), double) : subtract(double, multiply(price, '2'));
  return divideDown(multiply(worse, '100'), double, 4);
}
