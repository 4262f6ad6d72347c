import { instrumentId } from '@salar/protocol';
import { withAliases, id, integerField, publicTradeRowShape, required, shape } from '@salar/protocol/wire';
import { lastPublicTrades } from '@salar/services/market-data/public-trade';
import { refuseCall } from '../../call.ts';
import { toPublicTradeRow } from '../../wire-rows/public-trade-row.ts';
import { findUnits } from '../../wire-rows/units.ts';
import { publicCall } from './chapter-calls.ts';

const countDefault = 100;
export const lastTradesMax = 1000;

export const getLastTrades = publicCall({
  name: 'GetLastTrades',
  input: { InstrumentId: required(id()), Count: withAliases(integerField(), 'Depth', 'Limit') },
  output: shape.list(publicTradeRowShape),
  rate: 'read',
  about: 'The newest trades of an instrument, in chronological order.',
  example: {
    input: { OMSId: 1, InstrumentId: 1, Count: 1 },
    output: [[8801, 1, 0.06, 61500.5, 5118, 5120, 1700000004456, 1, 1, 0, 0]],
  },
  async run({ services }, input) {
    const units = await services.engine.read((view) => findUnits(view, instrumentId(input.InstrumentId)));
    if (!units) return refuseCall('invalidRequest', null, `Invalid InstrumentId: ${input.InstrumentId}`);
    const { instrument } = units;
    await services.engine.projected();
    const count = Math.min(input.Count ?? countDefault, lastTradesMax);
    const newest = await services.history.lastTrades(instrument.instrumentId, count + 1);
    return lastPublicTrades(newest, count).map((trade) => toPublicTradeRow(trade, units));
  },
});
