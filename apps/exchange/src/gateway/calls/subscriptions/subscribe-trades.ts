import { integerField, publicTradeRowShape, shape } from '@salar/protocol/wire';
import type { PublicTrade } from '@salar/services/market-data/public-trade';
import { CallRefusal } from '../../call.ts';
import { toPublicTradeRow } from '../../wire-rows/public-trade-row.ts';
import type { Units } from '../../wire-rows/units.ts';
import { publicCall } from './chapter-calls.ts';
import { instrumentFields, findNamedUnits } from './named-instrument.ts';
import { createEventWriter, subscribe } from './subscribe.ts';
import { lastTradesMax } from '../market-data/get-last-trades.ts';

type Trades = readonly PublicTrade[];

const output = shape.list(publicTradeRowShape);
const toRows = (trades: Trades, units: Units) => trades.map((trade) => toPublicTradeRow(trade, units));
const updateEvent = createEventWriter<Trades, Units>('TradeDataUpdateEvent', (trades, units) =>
  output.write(toRows(trades, units), ''),
);

export const subscribeTrades = publicCall({
  name: 'SubscribeTrades',
  transport: 'socket',
  input: { ...instrumentFields, IncludeLastCount: integerField() },
  output,
  rate: 'read',
  about:
    'Returns the last `IncludeLastCount` trades, oldest first, and sends a `TradeDataUpdateEvent` with new ones. The next one is sent at once, those that follow within a few milliseconds together.',
  example: {
    input: { OMSId: 1, InstrumentId: 1, IncludeLastCount: 100 },
    output: [[8801, 1, 0.06, 61500.5, 5118, 5120, 1700000004456, 1, 1, 0, 0]],
  },
  async run({ services, request }, input) {
    const units = await services.engine.read((view) => findNamedUnits(view, input));
    if (units instanceof CallRefusal) return units;
    const { instrumentId } = units.instrument;
    const count = Math.min(input.IncludeLastCount ?? 0, lastTradesMax);
    const trades = await subscribe<Trades, Trades>(request, {
      key: `trades ${instrumentId}`,
      listen: (listener) => services.market.marketFeed.listenToTrades({ instrumentId, count }, listener),
      event: (update) => updateEvent(update, units),
    });
    return trades instanceof CallRefusal ? trades : toRows(trades, units);
  },
});
