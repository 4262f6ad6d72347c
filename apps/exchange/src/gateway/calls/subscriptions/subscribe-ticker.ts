import { integerField, required, shape, tickerRowShape } from '@salar/protocol/wire';
import { candlesMax } from '@salar/services/market-data/candle-service';
import { isChartInterval } from '@salar/services/market-data/candle-series';
import type { ChartCandle } from '@salar/services/market-data/candle-series';
import { CallRefusal, refuseCall } from '../../call.ts';
import { toTickerRow } from '../../wire-rows/ticker-row.ts';
import type { Units } from '../../wire-rows/units.ts';
import { publicCall } from './chapter-calls.ts';
import { instrumentFields, findNamedUnits } from './named-instrument.ts';
import { createEventWriter, subscribe } from './subscribe.ts';

const output = shape.list(tickerRowShape);
const updateEvent = createEventWriter<ChartCandle, Units>('TickerDataUpdateEvent', (candle, units) =>
  output.write([toTickerRow(candle, units)], ''),
);

export const subscribeTicker = publicCall({
  name: 'SubscribeTicker',
  transport: 'socket',
  input: { ...instrumentFields, Interval: required(integerField()), IncludeLastCount: integerField() },
  output,
  rate: 'read',
  about:
    'Returns the last `IncludeLastCount` closed candles, oldest first, and sends a `TickerDataUpdateEvent` with the candle at the end of each interval, even without trades. One socket may subscribe to several intervals of an instrument.',
  example: {
    input: { OMSId: 1, InstrumentId: 1, Interval: 60, IncludeLastCount: 100 },
    output: [[1700000040000, 61900, 61500, 61510, 61500.5, 1.25, 61500.5, 61501, 1, 1699999980000]],
  },
  async run({ services, request }, input) {
    const units = await services.engine.read((view) => findNamedUnits(view, input));
    if (units instanceof CallRefusal) return units;
    const interval = input.Interval;
    if (!isChartInterval(interval)) return refuseCall('invalidRequest', 'Invalid Interval');
    const { instrumentId } = units.instrument;
    const count = Math.min(input.IncludeLastCount ?? 0, candlesMax);
    const candles = await subscribe<readonly ChartCandle[], ChartCandle>(request, {
      key: `ticker ${instrumentId} ${interval}`,
      listen: (listener) =>
        services.market.marketFeed.listenToCandles({ instrumentId, interval, count }, listener),
      event: (update) => updateEvent(update, units),
    });
    return candles instanceof CallRefusal ? candles : candles.map((candle) => toTickerRow(candle, units));
  },
});
