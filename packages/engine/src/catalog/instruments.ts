/** Instruments: pairs of products that trade. */
import { accept, isId, refuse } from '@salar/protocol';
import type { DefineFeeSchedule, DefineInstrument, OutcomeOf, SetInstrumentState } from '@salar/protocol';
import { InstrumentEntry } from '../state/instrument-entry.ts';
import type { State } from '../state/state.ts';
import { updateCollar } from './collar.ts';

const ppmMax = 1_000_000; // all that was received: a fee never exceeds it

/** Opens a book, running and free of fees. Refuses unknown products, a known id or symbol, and sizes that are not above zero. */
export function defineInstrument(state: State, command: DefineInstrument): OutcomeOf<DefineInstrument> {
  const base = state.products.get(command.baseProductId);
  const quote = state.products.get(command.quoteProductId);
  if (base === undefined || quote === undefined) return refuse('product_unknown');
  for (const { definition } of state.instruments.values()) {
    if (definition.instrumentId === command.instrumentId || definition.symbol === command.symbol) {
      return refuse('already_defined');
    }
  }
  if (!isId(command.instrumentId) || command.symbol === '' || base === quote) {
    return refuse('definition_invalid');
  }
  if (command.tickSize <= 0n || command.lotSize <= 0n) return refuse('definition_invalid');
  if (command.quantityMin < 0n || command.notionalMin < 0n) return refuse('definition_invalid');

  // Nothing below can be refused.
  const { instrumentId, symbol, baseProductId, quoteProductId, tickSize, lotSize } = command;
  const { quantityMin, notionalMin } = command;
  const instrument = new InstrumentEntry(
    { instrumentId, symbol, baseProductId, quoteProductId, tickSize, lotSize, quantityMin, notionalMin },
    base,
    quote,
  );
  updateCollar(instrument);
  state.instruments.set(instrumentId, instrument);
  return accept(null);
}

/** Sets the fees from here on; a later schedule replaces an earlier one. Refuses rates outside 0 to 100 %. */
export function defineFeeSchedule(state: State, command: DefineFeeSchedule): OutcomeOf<DefineFeeSchedule> {
  const instrument = state.instruments.get(command.instrumentId);
  if (instrument === undefined) return refuse('instrument_unknown');
  if (!isRate(command.makerPpm) || !isRate(command.takerPpm)) return refuse('definition_invalid');

  // Nothing below can be refused.
  instrument.makerPpm = command.makerPpm;
  instrument.takerPpm = command.takerPpm;
  return accept(null);
}

export function setInstrumentState(state: State, command: SetInstrumentState): OutcomeOf<SetInstrumentState> {
  const instrument = state.instruments.get(command.instrumentId);
  if (instrument === undefined) return refuse('instrument_unknown');

  // Nothing below can be refused.
  instrument.state = command.state;
  return accept(null);
}

function isRate(ppm: number): boolean {
  return Number.isInteger(ppm) && ppm >= 0 && ppm <= ppmMax;
}
