/** Collars for a while: those of before apply again when their time is over. */
import { accept, refuse } from '@salar/protocol';
import type { Millis, OutcomeOf, SetCollars, Stamp } from '@salar/protocol';
import type { InstrumentEntry } from '../state/instrument-entry.ts';
import type { State } from '../state/state.ts';
import { isCollar, updateCollar } from './collar.ts';

/**
 * Sets both collars of an instrument. `definition_invalid` means one outside 1 to 1,000,000, or an end that is not later
 * than now. Collars for a while that follow others for a while have the same ones after them.
 */
export function setCollars(state: State, command: SetCollars, { at }: Stamp): OutcomeOf<SetCollars> {
  const instrument = state.instruments.get(command.instrumentId);
  if (instrument === undefined) return refuse('instrument_unknown');
  const { collarPpm, limitCollarPpm, until } = command;
  if (!isCollar(collarPpm) || !isCollar(limitCollarPpm)) return refuse('definition_invalid');
  if (until !== 0 && until <= at) return refuse('definition_invalid');

  // Nothing below can be refused.
  const { lasting } = instrument;
  const after = lasting ?? { collarPpm: instrument.collarPpm, limitCollarPpm: instrument.limitCollarPpm };
  instrument.lasting = until === 0 ? null : { ...after, until };
  instrument.collarPpm = collarPpm;
  instrument.limitCollarPpm = limitCollarPpm;
  instrument.isAltered = true;
  updateCollar(instrument);
  noteCollarsUntil(state);
  return accept(null);
}

/** Ends the collars whose time is over. */
export function expireCollars(state: State, at: Millis): void {
  for (const instrument of state.instruments.values())
    if (instrument.lasting !== null && instrument.lasting.until <= at) endTemporaryCollars(state, instrument);
}

/** Lets the lasting collars apply again, when others apply for a while. */
export function endTemporaryCollars(state: State, instrument: InstrumentEntry): void {
  const { lasting } = instrument;
  if (lasting === null) return;
  instrument.lasting = null;
  instrument.collarPpm = lasting.collarPpm;
  instrument.limitCollarPpm = lasting.limitCollarPpm;
  updateCollar(instrument);
  noteCollarsUntil(state);
}

/** Notes when the next collars end. */
export function noteCollarsUntil(state: State): void {
  let until = Number.POSITIVE_INFINITY;
  for (const { lasting } of state.instruments.values())
    if (lasting !== null && lasting.until < until) ({ until } = lasting);
  state.collarsUntil = until;
}
