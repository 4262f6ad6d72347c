/** The price collar: how far from the reference price market orders may trade. */
import { divideDown, divideUp, unitOf } from '@salar/protocol';
import type { InstrumentEntry } from '../state/instrument-entry.ts';

const collarPercent = 5n; // security rule O2
const hundred = 100n;
const ticksMax = BigInt(Number.MAX_SAFE_INTEGER);

/** Works the bounds out anew, after a reference price of one of the instrument's products has changed. */
export function updateCollar(instrument: InstrumentEntry): void {
  const { base, quote } = instrument;
  if (base.referencePrice === null || quote.referencePrice === null) return;
  // Quote minor units per whole base unit, as a fraction: base price / quote price x 10^(quote decimals).
  const dividend = base.referencePrice * unitOf(quote.decimals);
  const divisor = quote.referencePrice * instrument.definition.tickSize * hundred;
  instrument.collarLow = ticksOf(divideUp(dividend * (hundred - collarPercent), divisor));
  instrument.collarHigh = ticksOf(divideDown(dividend * (hundred + collarPercent), divisor));
}

function ticksOf(price: bigint): number {
  return Number(price < ticksMax ? price : ticksMax);
}
