/** Finds the instrument of a socket request, by id or by symbol (wire-protocol 17.1). */
import type { Engine, Instrument } from '@salar/engine';
import { instrumentId } from '@salar/protocol';
import { id, textField } from '@salar/protocol/wire/index';
import { refuseCall } from '../../call.ts';
import type { CallRefusal } from '../../call.ts';

export const instrumentFields = { InstrumentId: id(), Symbol: textField(40) };

/** @returns the instrument, or error 104 */
export function findNamedInstrument(
  engine: Engine,
  input: { readonly InstrumentId?: number | undefined; readonly Symbol?: string | undefined },
): Instrument | CallRefusal {
  const { InstrumentId, Symbol: symbol } = input;
  const found =
    InstrumentId === undefined
      ? engine.instruments().find((one) => one.symbol === symbol?.toUpperCase())
      : engine.instrument(instrumentId(InstrumentId));
  return found ?? refuseCall('notFound', 'Instrument not Found');
}
