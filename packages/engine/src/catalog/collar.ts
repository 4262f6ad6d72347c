/** The price collars: how far from the reference price, or the last trade, an order may trade. */
import { divideDown, divideUp, computeUnit } from '@salar/protocol';
import type { Side } from '@salar/protocol';
import { everyPrice } from '../state/instrument-entry.ts';
import type { InstrumentEntry, PriceBounds } from '../state/instrument-entry.ts';

const collarPpmMax = 1_000_000;

const million = 1_000_000n;
const ticksMax = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Returns the worst price in ticks at which a market order, or a stop that became one, may trade. Computed once per
 * order, before its first trade. The reference prices of both products decide; if one is missing, the last trade,
 * provided the instrument has been altered; otherwise there is no bound.
 */
export function computeCollarPrice(instrument: InstrumentEntry, side: Side): number {
  const collar = instrument.referenceCollar ?? computeLastTradeCollar(instrument);
  if (collar === null) return side === 'buy' ? Number.MAX_SAFE_INTEGER : 1;
  return side === 'buy' ? collar.high : collar.low;
}

/** Recomputes the bounds after the collar or a reference price of one of the instrument's products has changed. */
export function updateCollar(instrument: InstrumentEntry): void {
  const { collarPpm, limitCollarPpm } = instrument;
  instrument.referenceCollar = computeBounds(instrument, collarPpm);
  const limitCollar = limitCollarPpm === null ? null : computeBounds(instrument, limitCollarPpm);
  instrument.limitCollar = limitCollar ?? everyPrice;
}

/** Returns the bounds around the reference price, both included; null while a product has no reference price. */
export function computeBounds(instrument: InstrumentEntry, collarPpm: number): PriceBounds | null {
  const { base, quote, definition } = instrument;
  if (base.referencePrice === null || quote.referencePrice === null) return null;
  // Quote minor units per whole base unit, as a fraction: base price / quote price x 10^(quote decimals).
  const dividend = base.referencePrice * computeUnit(quote.decimals);
  const divisor = quote.referencePrice * definition.tickSize;
  return computeCollar(dividend, divisor, collarPpm);
}

export function isCollar(ppm: number): boolean {
  return Number.isInteger(ppm) && ppm >= 1 && ppm <= collarPpmMax;
}

/** Returns the worst price at which an arriving limit order trades: its own, or the bound of the collar. */
export function boundLimitPrice({ limitCollar }: InstrumentEntry, side: Side, price: number): number {
  return side === 'buy' ? Math.min(price, limitCollar.high) : Math.max(price, limitCollar.low);
}

function computeLastTradeCollar({ isAltered, lastTrade, collarPpm }: InstrumentEntry) {
  return isAltered && lastTrade !== null ? computeCollar(BigInt(lastTrade.price), 1n, collarPpm) : null;
}

/** Computes the bounds around a price in ticks, given as a fraction. */
function computeCollar(dividend: bigint, divisor: bigint, collarPpm: number): PriceBounds {
  const width = BigInt(collarPpm);
  return {
    low: toTicks(divideUp(dividend * (million - width), divisor * million)),
    high: toTicks(divideDown(dividend * (million + width), divisor * million)),
  };
}

function toTicks(price: bigint): number {
  return Number(price < ticksMax ? price : ticksMax);
}
