import { publicTradeRowShape, shape } from '@salar/protocol/wire';
import { CallRefusal } from '../../call.ts';
import { publicCall } from './chapter-calls.ts';
import { instrumentFields, findNamedInstrument } from './named-instrument.ts';

export const subscribeBlockTrades = publicCall({
  name: 'SubscribeBlockTrades',
  transport: 'socket',
  input: instrumentFields,
  output: shape.list(publicTradeRowShape),
  rate: 'read',
  about: 'Returns an empty list. This exchange has no block trades, so the event is never sent.',
  example: { input: { OMSId: 1, InstrumentId: 1 }, output: [] },
  async run({ services }, input) {
    const instrument = await services.engine.read((view) => findNamedInstrument(view, input));
    return instrument instanceof CallRefusal ? instrument : [];
  },
});
