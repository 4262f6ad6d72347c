import { instrumentId } from '@salar/protocol';
import {
  alsoCalled,
  id,
  integerField,
  publicTradeRowShape,
  required,
  shape,
} from '@salar/protocol/wire/index';
import { no, publicCall } from '../call.ts';
import { directionOf } from '../rows/account-trade-row.ts';
import { unitsOf } from '../rows/units.ts';

const countDefault = 100;
const countMax = 1000;

export const getLastTrades = publicCall({
  name: 'GetLastTrades',
  input: { InstrumentId: required(id()), Count: alsoCalled(integerField(), 'Depth', 'Limit') },
  output: shape.list(publicTradeRowShape),
  rate: 'read',
  about: 'The newest trades of an instrument, oldest of them first.',
  example: {
    input: { OMSId: 1, InstrumentId: 1, Count: 1 },
    output: [[8801, 1, 0.06, 61500.5, 5118, 5120, 1700000004456, 1, 1, 0, 0]],
  },
  async run({ services }, input) {
    const { engine } = services.sequencer;
    const instrument = engine.instrument(instrumentId(input.InstrumentId));
    if (!instrument) return no('invalidRequest', null, `Invalid InstrumentId: ${input.InstrumentId}`);
    const { price, quantity } = unitsOf(engine, instrument);
    await services.sequencer.projected();
    // One more than asked for, so that the oldest row knows which way the price went.
    const count = Math.min(input.Count ?? countDefault, countMax);
    const newest = await services.history.lastTrades(instrument.instrumentId, count + 1);
    return newest
      .slice(0, count)
      .map((trade, place) => [
        trade.tradeId,
        trade.instrumentId,
        quantity(trade.quantity),
        price(trade.price),
        trade.maker.orderId,
        trade.taker.orderId,
        trade.at,
        directionOf(trade.price, newest[place + 1]?.price),
        trade.takerSide === 'buy' ? 0 : 1,
        0,
        0,
      ])
      .reverse();
  },
});
