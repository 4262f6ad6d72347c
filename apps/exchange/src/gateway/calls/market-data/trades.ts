import { withAliases, formatIso, required, shape, textField } from '@salar/protocol/wire';
import { refuseCall } from '../../call.ts';
import { findInstrumentByPair } from '../../wire-rows/listing-rows.ts';
import { publicCall } from './chapter-calls.ts';

const count = 100;

export const trades = publicCall({
  name: 'Trades',
  input: { market_pair: required(withAliases(textField(40), 'MarketPair')) },
  output: shape.list(
    shape.object({
      trade_id: shape.integer,
      price: shape.number,
      base_volume: shape.number,
      quote_volume: shape.number,
      timestamp: shape.text,
      type: shape.text,
    }),
  ),
  rate: 'read',
  about: `The ${count} newest trades of a market, in chronological order, for listing sites. \`type\` is the side of the taker's order.`,
  example: {
    input: { market_pair: 'BTC_USDT' },
    output: [{ trade_id: 8801, price: 61500.5, base_volume: 0.06, quote_volume: 3690.03, type: 'sell' }],
  },
  async run({ services }, { market_pair }) {
    const units = await services.engine.read((view) => findInstrumentByPair(view, market_pair));
    if (!units) return refuseCall('notFound');
    const { instrument, price, quantity, value } = units;
    await services.engine.projected();
    const newest = await services.history.lastTrades(instrument.instrumentId, count);
    return newest
      .map((trade) => ({
        trade_id: trade.tradeId,
        price: price(trade.price),
        base_volume: quantity(trade.quantity),
        quote_volume: value(trade.notional),
        timestamp: formatIso(trade.at),
        type: trade.takerSide,
      }))
      .reverse();
  },
});
