/** What follows from the quote of a swap: the order, the question for its fee, and the figures of the review. */
import type { MarketOrder } from '../../api/calls/send-order.ts';
import type { OrderFeeRequest } from '../../api/calls/get-order-fee.ts';
import {
  compare,
  divideDown,
  divideUp,
  isPositive,
  multiply,
  subtract,
  truncate,
} from '../../money/decimal.ts';
import type { SwapPair } from './pair.ts';
import { leastReceived } from './swap-quote.ts';
import type { SwapQuote } from './swap-quote.ts';

/** Decimal places of the two products. */
export type Places = { readonly from: number; readonly to: number };

/** Decimals of an inverted price; it is shown shorter. */
const ratePlaces = 18;

/** How much of `to` one `from` is worth, and the other way round, at a price of the pair. */
export function unitRates(
  { side }: Pick<SwapPair, 'side'>,
  price: string,
): { forward: string; backward: string } | null {
  const inverse = divideDown('1', price, ratePlaces);
  if (inverse === null) return null;
  return side === 'sell' ? { forward: price, backward: inverse } : { forward: inverse, backward: price };
}

/** The market refuses less than its smallest quantity. */
export function isBelowMinimum({ instrument }: SwapPair, { quantity }: SwapQuote): boolean {
  return !isPositive(quantity) || compare(quantity, instrument.quantityMin) < 0;
}

/** An order of a swap without the account it belongs to. */
export type SwapOrder = Omit<MarketOrder, 'accountId'>;

/**
 * The order that carries a swap out, at the limit price or better.
 *
 * `value` is in the quote product for both sides: what is paid on a buy, what the sold quantity brings on a sale. A sale
 * also says its quantity, so that exactly what was quoted is sold.
 */
export function toMarketOrder(
  { instrument, side }: SwapPair,
  { quantity, value }: SwapQuote,
  { limitPrice, clientOrderId }: Pick<SwapOrder, 'limitPrice' | 'clientOrderId'>,
): SwapOrder {
  return {
    instrumentId: instrument.instrumentId,
    side,
    value,
    ...(side === 'sell' && { quantity }),
    limitPrice,
    clientOrderId,
  };
}

/** The question for the fee line; null when nothing would trade. */
export function feeQuestion(
  { instrument, side }: SwapPair,
  { quantity, averagePrice }: SwapQuote,
  quotePlaces: number,
): Omit<OrderFeeRequest, 'accountId'> | null {
  if (!isPositive(quantity)) return null;
  const price = truncate(averagePrice, quotePlaces);
  return isPositive(price) ? { instrumentId: instrument.instrumentId, price, quantity, side } : null;
}

/** What is received at least, after the fee, when everything trades at the limit price. The fee is a part of what is received. */
export function leastNet(
  pair: SwapPair,
  quote: SwapQuote,
  { limitPrice, fee, places }: { readonly limitPrice: string; readonly fee: string; readonly places: Places },
): string {
  const least = leastReceived(pair, quote, limitPrice, places);
  const feeOfLeast = divideUp(multiply(least, fee), quote.receive, places.to) ?? '0';
  return subtract(least, feeOfLeast);
}

/** Part of the old rate, in percent, by which the new one differs; always zero or more. */
export function driftPercent(oldRate: string, newRate: string): string {
  const difference = subtract(newRate, oldRate).replace('-', '');
  return divideDown(multiply(difference, '100'), oldRate, 4) ?? '0';
}
