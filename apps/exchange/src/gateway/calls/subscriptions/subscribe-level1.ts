import { level1Shape } from '@salar/protocol/wire';
import type { Quote } from '@salar/services/market-data/quote';
import { CallRefusal } from '../../call.ts';
import { toLevel1Row } from '../../wire-rows/level1-row.ts';
import { publicCall } from './chapter-calls.ts';
import { instrumentFields, findNamedInstrument } from './named-instrument.ts';
import { createEventWriter, subscribe } from './subscribe.ts';

const updateEvent = createEventWriter<Quote, null>('Level1UpdateEvent', (quote) =>
  level1Shape.write(toLevel1Row(quote), ''),
);

export const subscribeLevel1 = publicCall({
  name: 'SubscribeLevel1',
  transport: 'socket',
  input: instrumentFields,
  output: level1Shape,
  rate: 'read',
  about:
    'Returns the best prices and figures of an instrument, and sends a `Level1UpdateEvent` when its best prices or its last trade change: at once, and at most fifty times a second.',
  example: {
    input: { OMSId: 1, InstrumentId: 1 },
    output: { InstrumentId: 1, BestBid: 61500.5, BestOffer: 61501 },
  },
  async run({ services, request }, input) {
    const instrument = await services.engine.read((view) => findNamedInstrument(view, input));
    if (instrument instanceof CallRefusal) return instrument;
    const { instrumentId } = instrument;
    const quote = await subscribe<Quote, Quote>(request, {
      key: `level1 ${instrumentId}`,
      listen: (listener) => services.market.marketFeed.listenToQuote(instrumentId, listener),
      event: (update) => updateEvent(update, null),
      join: (_, last) => updateEvent(last, null),
    });
    return quote instanceof CallRefusal ? quote : toLevel1Row(quote);
  },
});
