import { instrumentId } from '@salar/protocol';
import { id, instrumentShape, textField } from '@salar/protocol/wire';
import { refuseCall } from '../../call.ts';
import { toInstrumentRow } from '../../wire-rows/catalog-rows.ts';
import { publicCall } from './chapter-calls.ts';

export const getInstrument = publicCall({
  name: 'GetInstrument',
  omsId: 'required',
  input: { InstrumentId: id(), Symbol: textField(40) },
  output: instrumentShape,
  rate: 'read',
  about: 'Returns one instrument by id or symbol.',
  example: { input: { OMSId: 1, InstrumentId: 1 }, output: { OMSId: 1, InstrumentId: 1, Symbol: 'BTCUSDT' } },
  async run({ services }, { InstrumentId, Symbol }) {
    if (InstrumentId === undefined && !Symbol)
      return refuseCall('invalidRequest', 'InstrumentId is Required');
    return services.engine.read((view) => {
      const instrument =
        InstrumentId === undefined
          ? view.instruments().find((one) => one.symbol === Symbol?.toUpperCase())
          : view.instrument(instrumentId(InstrumentId));
      return instrument ? toInstrumentRow(instrument, view) : refuseCall('notFound');
    });
  },
});
