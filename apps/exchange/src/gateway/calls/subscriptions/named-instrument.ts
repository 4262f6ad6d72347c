/** Finds the instrument of a socket request, by id or by symbol (wire-protocol 17.1). */
import type { EngineView, Instrument } from '@salar/engine';
import { instrumentId } from '@salar/protocol';
import { id, textField } from '@salar/protocol/wire';
import { CallRefusal, refuseCall } from '../../call.ts';
import { getUnits } from '../../wire-rows/units.ts';
import type { Units } from '../../wire-rows/units.ts';

export const instrumentFields = { InstrumentId: id(), Symbol: textField(40) };

/** @returns the instrument, or error 104 */
export function findNamedInstrument(
  view: EngineView,
  input: { readonly InstrumentId?: number | undefined; readonly Symbol?: string | undefined },
): Instrument | CallRefusal {
  const { InstrumentId, Symbol: symbol } = input;
  const found =
    InstrumentId === undefined
      ? view.instruments().find((one) => one.symbol === symbol?.toUpperCase())
      : view.instrument(instrumentId(InstrumentId));
  return found ?? refuseCall('notFound', 'Instrument not Found');
}

/** @returns the units of the instrument, which contain it, or error 104 */
export function findNamedUnits(
  view: EngineView,
  input: Parameters<typeof findNamedInstrument>[1],
): Units | CallRefusal {
  const instrument = findNamedInstrument(view, input);
  return instrument instanceof CallRefusal ? instrument : getUnits(view, instrument);
}
