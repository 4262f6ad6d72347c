/** Amounts of a swap from its rate. Decimal text in, decimal text out; received amounts are cut, paid ones rounded up. */
import type { SwapPair } from './pair.ts';
import type { MarketOrder } from '../../api/calls/send-order.ts';
import type { OrderFeeQuestion } from '../../api/calls/get-order-fee.ts';
import {
  compare,
  divideDown,
  divideUp,
  floorToIncrement,
  isPositive,
  multiply,
  roundUp,
  subtract,
  truncate,
} from '../../lib/decimal.ts';

/** Decimal places of the two products. */
export type Places = { readonly from: number; readonly to: number };

/** What `pay` brings at the pair's rate, before the fee; null without a rate. */
export function receivedFor(pair: SwapPair, pay: string, places: Places): string | null {
  if (pair.rate === null) return null;
  return pair.side === 'sell'
    ? truncate(multiply(pay, pair.rate), places.to)
    : divideDown(pay, pair.rate, places.to);
}

/** What `receive` costs at the pair's rate; null without a rate. */
export function paidFor(pair: SwapPair, receive: string, places: Places): string | null {
  if (pair.rate === null) return null;
  return pair.side === 'sell'
    ? divideUp(receive, pair.rate, places.from)
    : roundUp(multiply(receive, pair.rate), places.from);
}

/** How much of `to` one `from` is worth, and the other way round. Null without a rate. */
export function unitRates(pair: SwapPair): { forward: string; backward: string } | null {
  if (pair.rate === null) return null;
  const inverse = divideDown('1', pair.rate, 18);
  if (inverse === null) return null;
  return pair.side === 'sell'
    ? { forward: pair.rate, backward: inverse }
    : { forward: inverse, backward: pair.rate };
}

/** How much base product the order moves: whole increments of what is sold, or what the paid amount buys. */
export function baseQuantity(pair: SwapPair, amounts: { pay: string; receive: string }): string {
  return floorToIncrement(
    pair.side === 'sell' ? amounts.pay : amounts.receive,
    pair.instrument.quantityIncrement,
  );
}

/** The market refuses less than its smallest quantity. */
export function isBelowMinimum(pair: SwapPair, amounts: { pay: string; receive: string }): boolean {
  const quantity = baseQuantity(pair, amounts);
  return !isPositive(quantity) || compare(quantity, pair.instrument.quantityMin) < 0;
}

/**
 * The order that carries a swap out.
 *
 * `value` is in the quote product for both sides: what is paid on a buy, what the sold quantity brings on a sale. A sale
 * also says its quantity, so that exactly what the customer typed is sold, to the increment.
 *
 * @returns null without a rate
 */
export function toMarketOrder(
  pair: SwapPair,
  amounts: { readonly pay: string; readonly receive: string },
  places: Places,
): Omit<MarketOrder, 'accountId'> | null {
  const { instrument, side, rate } = pair;
  if (rate === null) return null;
  if (side === 'buy') return { instrumentId: instrument.instrumentId, side, value: amounts.pay };
  const quantity = baseQuantity(pair, amounts);
  return {
    instrumentId: instrument.instrumentId,
    side,
    value: truncate(multiply(quantity, rate), places.to),
    quantity,
  };
}

/** The question for the fee line; null without a rate or when nothing would trade. */
export function feeQuestion(
  pair: SwapPair,
  amounts: { readonly pay: string; readonly receive: string },
): Omit<OrderFeeQuestion, 'accountId'> | null {
  const quantity = baseQuantity(pair, amounts);
  if (pair.rate === null || !isPositive(quantity)) return null;
  return { instrumentId: pair.instrument.instrumentId, price: pair.rate, quantity, side: pair.side };
}

/** Part of the old rate, in percent, by which the new one differs; always zero or more. */
export function driftPercent(oldRate: string, newRate: string): string {
  const difference = subtract(newRate, oldRate).replace('-', '');
  return divideDown(multiply(difference, '100'), oldRate, 4) ?? '0';
}
