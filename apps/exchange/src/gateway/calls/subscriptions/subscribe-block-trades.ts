import { publicTradeRowShape, shape } from '@salar/protocol/wire/index';
import { CallRefusal, publicCall } from '../../call.ts';
import { instrumentFields, findNamedInstrument } from './named-instrument.ts';

export const subscribeBlockTrades = publicCall({
  name: 'SubscribeBlockTrades',
  transport: 'socket',
  input: instrumentFields,
  output: shape.list(publicTradeRowShape),
  rate: 'read',
  about: 'Answers with an empty list. There are no block trades here, so its event is never sent.',
  example: { input: { OMSId: 1, InstrumentId: 1 }, output: [] },
  async run({ services }, input) {
    const instrument = findNamedInstrument(services.sequencer.engine, input);
    return instrument instanceof CallRefusal ? instrument : [];
  },
});
