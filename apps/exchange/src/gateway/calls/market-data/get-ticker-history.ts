import { instrumentId } from '@salar/protocol';
import { dateField, id, integerField, required, shape, tickerRowShape } from '@salar/protocol/wire';
import { isChartInterval } from '@salar/services/market-data/candle-series';
import { refuseCall } from '../../call.ts';
import { toTickerRow } from '../../wire-rows/ticker-row.ts';
import { findUnits } from '../../wire-rows/units.ts';
import { publicCall } from './chapter-calls.ts';

export const getTickerHistory = publicCall({
  name: 'GetTickerHistory',
  input: {
    InstrumentId: required(id()),
    Interval: required(integerField()),
    FromDate: dateField(),
    ToDate: dateField(),
  },
  output: shape.list(tickerRowShape),
  rate: 'read',
  about:
    'Candles, oldest first, including the current one. `Interval` is 60, 300, 900, 1800, 3600, 7200, 14400, 21600, 43200, ' +
    '86400, 604800, 2419200 or 9676800 seconds. Dates are UTC; without them the last 1000 intervals; 5000 at most.',
  example: {
    input: {
      OMSId: 1,
      InstrumentId: 1,
      Interval: 60,
      FromDate: '2023-11-14 22:00:00',
      ToDate: '2023-11-14 23:00:00',
    },
    output: [[1700000040000, 61900, 61500, 61510, 61500.5, 1.25, 61500.5, 61501, 1, 1699999980000]],
  },
  async run({ services }, { InstrumentId, Interval, FromDate, ToDate }) {
    const units = await services.engine.read((view) => findUnits(view, instrumentId(InstrumentId)));
    if (!units) return refuseCall('invalidRequest', null, `Invalid InstrumentId: ${InstrumentId}`);
    const { instrument } = units;
    if (!isChartInterval(Interval)) return refuseCall('invalidRequest', 'Invalid Interval');
    const candles = await services.market.candles.candles({
      instrumentId: instrument.instrumentId,
      interval: Interval,
      ...(FromDate === undefined ? {} : { since: FromDate }),
      ...(ToDate === undefined ? {} : { until: ToDate }),
    });
    return candles.map((candle) => toTickerRow(candle, units));
  },
});
