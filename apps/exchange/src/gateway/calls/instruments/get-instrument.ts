import { instrumentId } from '@salar/protocol';
import { id, instrumentShape, textField } from '@salar/protocol/wire/index';
import { refuseCall, publicCall } from '../../call.ts';
import { toInstrumentRow } from '../../wire-rows/catalog-rows.ts';

export const getInstrument = publicCall({
  name: 'GetInstrument',
  omsId: 'required',
  input: { InstrumentId: id(), Symbol: textField(40) },
  output: instrumentShape,
  rate: 'read',
  about: 'Returns one instrument by id or symbol.',
  example: { input: { OMSId: 1, InstrumentId: 1 }, output: { OMSId: 1, InstrumentId: 1, Symbol: 'BTCUSDT' } },
  run({ services }, { InstrumentId, Symbol }) {
    if (InstrumentId === undefined && !Symbol)
      return Promise.resolve(refuseCall('invalidRequest', 'InstrumentId is Required'));
    const { engine } = services.sequencer;
    const instrument =
      InstrumentId === undefined
        ? engine.instruments().find((one) => one.symbol === Symbol?.toUpperCase())
        : engine.instrument(instrumentId(InstrumentId));
    return Promise.resolve(instrument ? toInstrumentRow(instrument, services) : refuseCall('notFound'));
  },
});
