/**
 * Triggers stops at the end of each command, on every running instrument whose prices the command changed, by
 * instrument id.
 *
 * One stop is triggered at a time, because its trades may move the prices that the others watch. A triggered stop
 * never waits again, and none is added meanwhile, so the loop ends.
 */
import type { Stamp } from '@salar/protocol';
import type { InstrumentEntry } from '../../state/instrument-entry.ts';
import type { State } from '../../state/state.ts';
import { getTriggerPrices } from './trigger-price.ts';
import { triggerStop } from './trigger-stop.ts';

export function settleStops(state: State, stamp: Stamp): void {
  const { unsettled } = state;
  unsettled.sort((a, b) => a.definition.instrumentId - b.definition.instrumentId);
  for (const instrument of unsettled) {
    if (instrument.state === 'running') settleInstrument(state, instrument, stamp);
    instrument.isUnsettled = false;
  }
  unsettled.length = 0;
}

function settleInstrument(state: State, instrument: InstrumentEntry, stamp: Stamp): void {
  const { stops } = instrument;
  while (stops.count > 0) {
    const prices = getTriggerPrices(instrument);
    stops.follow(prices);
    const order = stops.due(prices);
    if (order === null) return;
    triggerStop(state, order, stamp);
  }
}
