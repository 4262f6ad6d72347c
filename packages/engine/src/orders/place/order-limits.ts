/** The least and the most that an instrument takes; a maximum of 0n is none. */
import type { PlaceOrderRefusal } from '@salar/protocol';
import type { InstrumentEntry } from '../../state/instrument-entry.ts';

const lotsMax = 2n ** 63n - 1n; // what a signed 64-bit column keeps

/** True for a quantity that any order may ask for. */
export function isQuantity(quantity: bigint): boolean {
  return quantity > 0n && quantity <= lotsMax;
}

/** True for a price that any order may name. */
export function isPrice(price: number): boolean {
  return Number.isSafeInteger(price) && price >= 1;
}

export function refusalOfQuantity(instrument: InstrumentEntry, quantity: bigint): PlaceOrderRefusal | null {
  const { quantityMin, quantityMax } = instrument;
  if (quantity < quantityMin) return 'quantity_below_minimum';
  return quantityMax > 0n && quantity > quantityMax ? 'quantity_above_maximum' : null;
}

/** @param notional quote minor units */
export function refusalOfNotional(instrument: InstrumentEntry, notional: bigint): PlaceOrderRefusal | null {
  const { notionalMin, notionalMax } = instrument;
  if (notional < notionalMin) return 'notional_below_minimum';
  return notionalMax > 0n && notional > notionalMax ? 'notional_above_maximum' : null;
}
