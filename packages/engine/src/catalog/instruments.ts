/** Instruments: pairs of products that trade. */
import { accept, isId, refuse } from '@salar/protocol';
import type {
  AlterInstrument,
  DefineInstrument,
  OutcomeOf,
  SetInstrumentState,
  SetLimitCollar,
  Stamp,
} from '@salar/protocol';
import { InstrumentEntry } from '../state/instrument-entry.ts';
import type { State } from '../state/state.ts';
import { isCollar, updateCollar } from './collar.ts';
import { endTemporaryCollars } from './temporary-collars.ts';

/**
 * Defines an instrument, running and free of fees. Refuses unknown products, an id or symbol in use, and sizes that
 * are not above zero.
 */
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
  const definition = { instrumentId, symbol, baseProductId, quoteProductId, tickSize, lotSize };
  const instrument = new InstrumentEntry(definition, base, quote, state.queues);
  instrument.quantityMin = command.quantityMin;
  instrument.notionalMin = command.notionalMin;
  updateCollar(instrument);
  state.instruments.set(instrumentId, instrument);
  return accept(null);
}

/**
 * Sets the limits for new orders. `definition_invalid` means a value below zero, a maximum below its minimum (0n
 * means no maximum), or a collar outside 1 to 1,000,000.
 */
export function alterInstrument(state: State, command: AlterInstrument): OutcomeOf<AlterInstrument> {
  const instrument = state.instruments.get(command.instrumentId);
  if (instrument === undefined) return refuse('instrument_unknown');
  const { quantityMin, quantityMax, notionalMin, notionalMax, collarPpm } = command;
  if (!isRange(quantityMin, quantityMax) || !isRange(notionalMin, notionalMax)) {
    return refuse('definition_invalid');
  }
  if (!isCollar(collarPpm)) return refuse('definition_invalid');

  // Nothing below can be refused.
  endTemporaryCollars(state, instrument);
  instrument.quantityMin = quantityMin;
  instrument.quantityMax = quantityMax;
  instrument.notionalMin = notionalMin;
  instrument.notionalMax = notionalMax;
  instrument.collarPpm = collarPpm;
  instrument.isAltered = true;
  updateCollar(instrument);
  return accept(null);
}

/** Sets the collar of limit orders. `definition_invalid` means one outside 1 to 1,000,000. */
export function setLimitCollar(state: State, command: SetLimitCollar): OutcomeOf<SetLimitCollar> {
  const instrument = state.instruments.get(command.instrumentId);
  if (instrument === undefined) return refuse('instrument_unknown');
  if (!isCollar(command.collarPpm)) return refuse('definition_invalid');

  // Nothing below can be refused.
  endTemporaryCollars(state, instrument);
  instrument.limitCollarPpm = command.collarPpm;
  updateCollar(instrument);
  return accept(null);
}

/**
 * Sets which orders a market accepts, and the cause that customers see. `stage_skipped`: a stopped market reopens in
 * stages, `post_only` first, so that there is a book before there are trades.
 */
export function setInstrumentState(
  state: State,
  command: SetInstrumentState,
  { at }: Stamp,
): OutcomeOf<SetInstrumentState> {
  const instrument = state.instruments.get(command.instrumentId);
  if (instrument === undefined) return refuse('instrument_unknown');

  const isReopening = instrument.state === 'stopped' && command.state !== 'stopped';
  if (isReopening && command.state !== 'post_only') return refuse('stage_skipped');

  // Nothing below can be refused.
  if (instrument.state !== command.state) instrument.stateChange = { before: instrument.state, at };
  instrument.state = command.state;
  instrument.cause = command.cause;
  return accept(null);
}

function isRange(min: bigint, max: bigint): boolean {
  return min >= 0n && (max === 0n || max >= min);
}
