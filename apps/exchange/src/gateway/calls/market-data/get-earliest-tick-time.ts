import { instrumentId } from '@salar/protocol';
import { id, required, shape } from '@salar/protocol/wire';
import { refuseCall } from '../../call.ts';
import { publicCall } from './chapter-calls.ts';

export const getEarliestTickTime = publicCall({
  name: 'GetEarliestTickTime',
  input: { InstrumentId: required(id()) },
  output: shape.list(shape.integer),
  rate: 'read',
  about: 'The hour of the first known price of an instrument, in milliseconds; empty when there is none yet.',
  example: { input: { OMSId: 1, InstrumentId: 1 }, output: [1699999200000] },
  async run({ services }, { InstrumentId }) {
    const instrument = await services.engine.read((view) => view.instrument(instrumentId(InstrumentId)));
    if (!instrument) return refuseCall('invalidRequest', null, `Invalid InstrumentId: ${InstrumentId}`);
    const earliest = await services.market.candles.earliest(instrument.instrumentId);
    return earliest === null ? [] : [earliest];
  },
});
