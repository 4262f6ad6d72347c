import { useMemo } from 'react';
import { marketDataPollMs } from '../api/cache-policy.ts';
import { useGetInstrumentsQuery } from '../api/calls/market-data/get-instruments.ts';
import { useGetLevel1SummaryQuery } from '../api/calls/market-data/get-level1-summary.ts';
import { usePricePollMs } from '../store/live-slice.ts';
import { visibleState } from '../api/visible-state.ts';
import { useLivePrices } from '../live/live.ts';
import { isPricedIn, computeUsdPrices } from './usd-price.ts';

/**
 * Returns prices in US dollars by product symbol, kept up to date. Empty while they are unknown.
 *
 * @param symbol  follows the price of this product only
 * @returns `isLoading` until the first answer or failure
 */
export function useUsdPrices(symbol?: string) {
  const { data: instruments, error: instrumentsError } = useGetInstrumentsQuery(undefined, {
    selectFromResult: visibleState,
  });
  const { data: markets, error: marketsError } = useGetLevel1SummaryQuery(undefined, {
    pollingInterval: usePricePollMs(marketDataPollMs),
    skipPollingIfUnfocused: true,
    selectFromResult: visibleState,
  });
  const watched = useMemo(
    () =>
      (instruments ?? [])
        .filter((instrument) => isPricedIn(instrument, symbol))
        .map(({ instrumentId }) => instrumentId),
    [instruments, symbol],
  );
  useLivePrices(watched);
  const prices = useMemo(() => computeUsdPrices(instruments ?? [], markets ?? []), [instruments, markets]);
  // A request that failed and is retried no longer counts as loading.
  const isLoading = (!instruments && !instrumentsError) || (!markets && !marketsError);
  return { prices, isLoading };
}
