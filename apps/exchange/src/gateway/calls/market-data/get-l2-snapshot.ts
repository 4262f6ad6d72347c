import { instrumentId } from '@salar/protocol';
import { withAliases, id, integerField, level2RowShape, required, shape } from '@salar/protocol/wire';
import { buildSnapshot, readBook } from '@salar/services/market-data/feed/book-window';
import { refuseCall } from '../../call.ts';
import { toLevel2Rows } from '../../wire-rows/level2-rows.ts';
import { getUnits } from '../../wire-rows/units.ts';
import { publicCall } from './chapter-calls.ts';

export const depthMax = 1000;

export const getL2Snapshot = publicCall({
  name: 'GetL2Snapshot',
  input: { InstrumentId: required(id()), Depth: withAliases(integerField(), 'Limit', 'Count') },
  output: shape.list(level2RowShape),
  rate: 'read',
  about: 'The order book by price level: bids from the highest down, then asks from the lowest up.',
  example: {
    input: { OMSId: 1, InstrumentId: 1, Depth: 10 },
    output: [[901, 1, 1700000004460, 0, 61500.5, 1, 61500.5, 1, 0.04, 0]],
  },
  async run({ services }, input) {
    if (input.Depth === undefined || input.Depth === 0)
      return refuseCall('invalidRequest', 'OMSId, InstrumentId and Depth are Required');
    const depth = Math.min(input.Depth, depthMax);
    return services.engine.read((view) => {
      const instrument = view.instrument(instrumentId(input.InstrumentId));
      if (!instrument) return [];
      const { moment, book } = readBook(view, instrument.instrumentId, depth);
      return toLevel2Rows(buildSnapshot(moment, book), getUnits(view, instrument));
    });
  },
});
