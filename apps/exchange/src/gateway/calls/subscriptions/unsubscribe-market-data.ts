/** Calls that end the subscriptions of market data. They also succeed when there is nothing to end. */
import type { InstrumentId } from '@salar/protocol';
import { genericShape, integerField } from '@salar/protocol/wire';
import { CallRefusal, done } from '../../call.ts';
import type { PublicCall } from '../../call.ts';
import { publicCall } from './chapter-calls.ts';
import { instrumentFields, findNamedInstrument } from './named-instrument.ts';
import { getSubscriptions } from './subscribe.ts';

export const unsubscribeLevel1 = unsubscribeCall({
  name: 'UnsubscribeLevel1',
  about: 'Ends the `Level1UpdateEvent` of an instrument.',
  isChosen: (key, instrumentId) => key === `level1 ${instrumentId}`,
});
export const unsubscribeLevel2 = unsubscribeCall({
  name: 'UnsubscribeLevel2',
  about: 'Ends the `Level2UpdateEvent` of an instrument.',
  isChosen: (key, instrumentId) => key === `level2 ${instrumentId}`,
});
export const unsubscribeTrades = unsubscribeCall({
  name: 'UnsubscribeTrades',
  about: 'Ends the `TradeDataUpdateEvent` of an instrument.',
  isChosen: (key, instrumentId) => key === `trades ${instrumentId}`,
});
export const unsubscribeTicker = unsubscribeCall({
  name: 'UnsubscribeTicker',
  about: 'Ends the `TickerDataUpdateEvent` of an instrument, for one `Interval` or, without it, for all.',
  isChosen: (key, instrumentId, interval) =>
    interval === undefined
      ? key.startsWith(`ticker ${instrumentId} `)
      : key === `ticker ${instrumentId} ${interval}`,
});
export const unsubscribeBlockTrades = unsubscribeCall({
  name: 'UnsubscribeBlockTrades',
  about: 'This exchange has no block trades; the call does nothing.',
  isChosen: () => false,
});

function unsubscribeCall(options: {
  readonly name: string;
  readonly about: string;
  readonly isChosen: (key: string, instrumentId: InstrumentId, interval: number | undefined) => boolean;
}): PublicCall {
  const { name, about, isChosen } = options;
  return publicCall({
    name,
    transport: 'socket',
    input: { ...instrumentFields, Interval: integerField() },
    output: genericShape,
    rate: 'read',
    about,
    example: {
      input: { OMSId: 1, InstrumentId: 1 },
      output: { result: true, errormsg: null, errorcode: 0, detail: null },
    },
    async run({ services, request }, input) {
      const instrument = await services.engine.read((view) => findNamedInstrument(view, input));
      if (instrument instanceof CallRefusal) return instrument;
      getSubscriptions(request).remove((key) => isChosen(key, instrument.instrumentId, input.Interval));
      return done;
    },
  });
}
