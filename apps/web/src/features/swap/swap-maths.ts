/** Computes what follows from the quote of a swap: the order, the fee request and the figures of the review. */
import type { MarketOrder } from '../../api/calls/orders/send-order.ts';
import type { OrderFee, OrderFeeRequest } from '../../api/calls/orders/get-order-fee.ts';
import {
  compare,
  divideDown,
  divideUp,
  isPositive,
  multiply,
  roundUp,
  subtract,
} from '../../money/decimal.ts';
import type { SwapPair } from './pair.ts';
import { computeLeastReceived, computeRoundingLoss } from './swap-quote.ts';
import type { SwapQuote } from './swap-quote.ts';

/** Decimal places of the two products. */
export type Places = { readonly from: number; readonly to: number };

/** Decimals of an inverted price; fewer are shown. */
const ratePlaces = 18;

/** Computes how much of `to` one `from` is worth, and the inverse, at a price of the pair. */
export function computeUnitRates(
  { side }: Pick<SwapPair, 'side'>,
  price: string,
): { forward: string; backward: string } | null {
  const inverse = divideDown('1', price, ratePlaces);
  if (inverse === null) return null;
  return side === 'sell' ? { forward: price, backward: inverse } : { forward: inverse, backward: price };
}

/** Whether the market refuses the quantity as too small. */
export function isBelowMinimum({ instrument }: SwapPair, { quantity }: SwapQuote): boolean {
  return !isPositive(quantity) || compare(quantity, instrument.quantityMin) < 0;
}

/** The order of a swap without its account. */
export type SwapOrder = Omit<MarketOrder, 'accountId'>;

/**
 * Builds the order that executes a swap, at the limit price or better.
 *
 * `value` is in the quote product for both sides: the payment of a buy, the proceeds of a sale. A sale also sends its
 * quantity, so that exactly the quoted quantity is sold.
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

/** Builds the fee request; null when nothing would trade. The price is rounded up, so that the fee is never too small. */
export function toFeeQuery(
  { instrument, side }: SwapPair,
  { quantity, averagePrice }: SwapQuote,
  quotePlaces: number,
): Omit<OrderFeeRequest, 'accountId'> | null {
  if (!isPositive(quantity)) return null;
  const price = roundUp(averagePrice, quotePlaces);
  return { instrumentId: instrument.instrumentId, price, quantity, side };
}

/** Converts a fee to that of another amount received: fees are proportional to it, and rounded up. */
export function toFeeOf(received: string, known: OrderFee, places: number): string {
  return divideUp(multiply(known.fee, received), known.received, places) ?? known.fee;
}

/**
 * Computes the least amount received after the fee, when everything trades at the limit price. The fee is proportional
 * to the amount received, and is rounded up for each trade.
 */
export function computeLeastNet(
  pair: SwapPair,
  quote: SwapQuote,
  { limitPrice, fee, places }: { readonly limitPrice: string; readonly fee: string; readonly places: Places },
): string {
  const least = computeLeastReceived(pair, quote, limitPrice, places);
  const feeOfLeast = divideUp(multiply(least, fee), quote.receive, places.to) ?? '0';
  const net = subtract(least, feeOfLeast);
  const leastNet = isPositive(fee) ? subtract(net, computeRoundingLoss(quote, places.to)) : net;
  return isPositive(leastNet) ? leastNet : '0';
}

/** Computes by how many percent the new rate differs from the old one; always zero or more. */
export function computeDriftPercent(oldRate: string, newRate: string): string {
  const difference = subtract(newRate, oldRate).replace('-', '');
  return divideDown(multiply(difference, '100'), oldRate, 4) ?? '0';
}
