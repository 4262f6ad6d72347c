/** The prices, quantities and notionals that an order may have, on any instrument and on one. */
import type { PlaceOrderRefusal } from '@salar/protocol';
import type { InstrumentEntry } from '../state/instrument-entry.ts';

const lotsMax = 2n ** 63n - 1n; // the largest value of a signed 64-bit column

/** True for a quantity that any order may have. */
export function isQuantity(quantity: bigint): boolean {
  return quantity > 0n && quantity <= lotsMax;
}

/** True for a price that any order may have. */
export function isPrice(price: number): boolean {
  return Number.isSafeInteger(price) && price >= 1;
}

/**
 * Checks an order's size against the minimums and maximums of its instrument; a maximum of 0n is no maximum.
 *
 * @param lotCost of the price at which the notional is judged; null when there is none, and no notional either
 */
export function findSizeRefusal(
  instrument: InstrumentEntry,
  quantity: bigint,
  lotCost: bigint | null,
): PlaceOrderRefusal | null {
  const { quantityMin, quantityMax, money } = instrument;
  if (quantity < quantityMin) return 'quantity_below_minimum';
  if (quantityMax > 0n && quantity > quantityMax) return 'quantity_above_maximum';
  return lotCost === null ? null : findNotionalRefusal(instrument, money.notional(lotCost, quantity));
}

/** @param notional quote minor units */
export function findNotionalRefusal(instrument: InstrumentEntry, notional: bigint): PlaceOrderRefusal | null {
  const { notionalMin, notionalMax } = instrument;
  if (notional < notionalMin) return 'notional_below_minimum';
  return notionalMax > 0n && notional > notionalMax ? 'notional_above_maximum' : null;
}
