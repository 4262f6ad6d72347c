/** Valid prices, quantities and notionals of orders: in general, and for one instrument. */
import type { PlaceOrderRefusal } from '@salar/protocol';
import type { InstrumentEntry } from '../state/instrument-entry.ts';

const lotsMax = 2n ** 63n - 1n; // the largest value of a signed 64-bit column

/** Limits of one order; a maximum of 0n means no maximum. */
export type SizeLimits = Pick<InstrumentEntry, 'quantityMin' | 'quantityMax' | 'notionalMin' | 'notionalMax'>;

/** True for a quantity that is valid on any instrument. */
export function isQuantity(quantity: bigint): boolean {
  return quantity > 0n && quantity <= lotsMax;
}

/** True for a price that is valid on any instrument. */
export function isPrice(price: number): boolean {
  return Number.isSafeInteger(price) && price >= 1;
}

/**
 * Checks an order's size against the minimums and maximums of its instrument; a maximum of 0n means no maximum.
 *
 * @param lotCost of the price at which the notional is judged; null without such a price, when the notional is not
 *   checked
 */
export function findSizeRefusal(
  instrument: SizeLimits & Pick<InstrumentEntry, 'money'>,
  quantity: bigint,
  lotCost: bigint | null,
): PlaceOrderRefusal | null {
  const { quantityMin, quantityMax, money } = instrument;
  if (quantity < quantityMin) return 'quantity_below_minimum';
  if (quantityMax > 0n && quantity > quantityMax) return 'quantity_above_maximum';
  return lotCost === null ? null : findNotionalRefusal(instrument, money.notional(lotCost, quantity));
}

/** @param notional quote minor units */
export function findNotionalRefusal(
  { notionalMin, notionalMax }: SizeLimits,
  notional: bigint,
): PlaceOrderRefusal | null {
  if (notional < notionalMin) return 'notional_below_minimum';
  return notionalMax > 0n && notional > notionalMax ? 'notional_above_maximum' : null;
}
