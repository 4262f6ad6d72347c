import { instrumentId } from '@salar/protocol';
import { alsoCalled, id, integerField, level2RowShape, required, shape } from '@salar/protocol/wire/index';
import { no, publicCall } from '../call.ts';
import { unitsOf } from '../rows/units.ts';

const depthMax = 1000;

export const getL2Snapshot = publicCall({
  name: 'GetL2Snapshot',
  input: { InstrumentId: required(id()), Depth: alsoCalled(integerField(), 'Limit', 'Count') },
  output: shape.list(level2RowShape),
  rate: 'read',
  about: 'The order book by price level: bids from the highest down, then asks from the lowest up.',
  example: {
    input: { OMSId: 1, InstrumentId: 1, Depth: 10 },
    output: [[901, 1, 1700000004460, 0, 61500.5, 1, 61500.5, 1, 0.04, 0]],
  },
  async run({ services }, input) {
    if (input.Depth === undefined || input.Depth === 0)
      return no('invalidRequest', 'OMSId, InstrumentId and Depth are Required');
    const { engine } = services.sequencer;
    const instrument = engine.instrument(instrumentId(input.InstrumentId));
    if (!instrument) return [];
    const { price, quantity } = unitsOf(engine, instrument);
    const { instrumentId: id } = instrument;
    const lastPrice = price(engine.level1(id).lastTrade?.price ?? 0);
    const { bids, asks } = engine.level2(id, Math.min(input.Depth, depthMax));
    const rowOf = (side: 0 | 1) => (level: (typeof bids)[number]) => [
      engine.lastSequence,
      level.accounts,
      engine.lastAt,
      0,
      lastPrice,
      level.orders,
      price(level.price),
      id,
      quantity(level.quantity),
      side,
    ];
    const rows = [...bids.map(rowOf(0)), ...asks.map(rowOf(1))];
    await services.sequencer.settled();
    return rows;
  },
});
