import { api } from '../../../api/api.ts';
import { omsCall } from '../../../api/request.ts';
import { readCandle } from '../../../api/records/market-rows.ts';
import type { Candle } from '../../../api/records/market-rows.ts';
import { readList } from '../../../api/wire/wire-row.ts';

/** How many intervals of the past a chart starts with. */
const intervalsBack = 600;

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** Past candles, oldest first, including the running one. The interval is in seconds. */
    getTickerHistory: build.query<Candle[], { readonly instrumentId: number; readonly interval: number }>({
      ...omsCall('GetTickerHistory', toRange, (answer) => readList(answer).map(readCandle)),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGetTickerHistoryQuery } = injected;

function toRange({ instrumentId, interval }: { readonly instrumentId: number; readonly interval: number }) {
  const now = Date.now();
  return {
    InstrumentId: instrumentId,
    Interval: interval,
    FromDate: now - intervalsBack * interval * 1000,
    ToDate: now,
  };
}
