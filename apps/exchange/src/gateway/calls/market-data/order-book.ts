import { withAliases, integerField, required, shape, textField } from '@salar/protocol/wire';
import { refuseCall } from '../../call.ts';
import { findInstrumentByPair } from '../../wire-rows/listing-rows.ts';
import { publicCall } from './chapter-calls.ts';

const depthDefault = 100;
const depthMax = 1000;
const rowShape = shape.row({ quantity: 'number', price: 'number' });

export const orderBook = publicCall({
  name: 'OrderBook',
  input: {
    Market_Pair: required(withAliases(textField(40), 'MarketPair')),
    Depth: withAliases(integerField(), 'Limit', 'Count'),
    Level: integerField(),
  },
  output: shape.object({
    timestamp: shape.integer,
    bids: shape.list(rowShape),
    asks: shape.list(rowShape),
  }),
  rate: 'read',
  about:
    'The order book of a market as rows of quantity and price, best first, for listing sites. Level 1 is the best price of each side, level 2 the price levels.',
  example: {
    input: { Market_Pair: 'BTC_USDT', Level: 2, Depth: 10 },
    output: { timestamp: 1700000004460, bids: [[0.04, 61500.5]], asks: [[0.5, 61501]] },
  },
  async run({ services }, { Market_Pair, Depth, Level = 1 }) {
    return services.engine.read((view) => {
      const units = findInstrumentByPair(view, Market_Pair);
      if (!units) return refuseCall('notFound');
      if (Level !== 1 && Level !== 2) return refuseCall('invalidRequest', 'Invalid Level');
      const { instrument, price, quantity } = units;
      const levels = Level === 1 ? 1 : Math.min(Depth || depthDefault, depthMax);
      const { bids, asks } = view.level2(instrument.instrumentId, levels);
      const toRow = (level: (typeof bids)[number]) => [quantity(level.quantity), price(level.price)];
      return { timestamp: services.now(), bids: bids.map(toRow), asks: asks.map(toRow) };
    });
  },
});
