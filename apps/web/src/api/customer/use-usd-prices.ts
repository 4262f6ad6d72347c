import { useMemo } from 'react';
import { marketDataPollMs } from '../cache-policy.ts';
import { useGetInstrumentsQuery } from '../calls/get-instruments.ts';
import { useGetLevel1SummaryQuery } from '../calls/get-level1-summary.ts';
import { usdPrices } from './usd-price.ts';

/** Prices in US dollars by product symbol, asked again every minute. Empty while they are unknown. */
export function useUsdPrices() {
  const { data: instruments } = useGetInstrumentsQuery();
  const { data: markets } = useGetLevel1SummaryQuery(undefined, {
    pollingInterval: marketDataPollMs,
    skipPollingIfUnfocused: true,
  });
  return useMemo(() => usdPrices(instruments ?? [], markets ?? []), [instruments, markets]);
}
