import { Card, ErrorState, Skeleton } from '@salar/ui';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSearchParams } from 'react-router';
import { marketDataPollMs } from '../../api/cache-policy.ts';
import { useGetInstrumentsQuery } from '../../api/calls/market-data/get-instruments.ts';
import { PageHeading } from '../../lib/page-heading.tsx';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import { TradeWorkspace } from './trade-workspace.tsx';

/** The trading page. The URL names the market, so that it can be linked. */
export function TradePage() {
  const { t } = useTranslation();
  const failureText = useFailureText();
  // Visitors have no account whose events say that a market was halted.
  const {
    data: instruments,
    error,
    refetch,
  } = useGetInstrumentsQuery(undefined, { pollingInterval: marketDataPollMs, skipPollingIfUnfocused: true });
  const [search, setSearch] = useSearchParams();
  const requestedId = search.get('market');
  const instrument =
    instruments?.find(({ symbol }) => symbol === requestedId) ??
    instruments?.find(({ isRunning }) => isRunning) ??
    instruments?.[0];

  if (error && !instruments)
    return (
      <>
        <PageHeading title={t('trade.title')} isHidden />
        <Card>
          <ErrorState title={t('trade.failed')} retryLabel={t('common.retry')} onRetry={() => void refetch()}>
            {failureText(error)}
          </ErrorState>
        </Card>
      </>
    );
  if (!instruments || !instrument) return <WorkspaceSkeleton />;
  return (
    <TradeWorkspace
      // Another market starts with an empty order: the typed one was meant for the previous market.
      key={instrument.instrumentId}
      instrument={instrument}
      instruments={instruments}
      onChoose={(instrumentId) => {
        const chosen = instruments.find((one) => one.instrumentId === instrumentId);
        if (chosen) setSearch({ market: chosen.symbol }, { replace: true });
      }}
    />
  );
}

function WorkspaceSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-busy="true" aria-label={t('trade.loading')} className="flex flex-col gap-2">
      <Skeleton className="h-16 w-full rounded-lg" />
      <div className="grid gap-2 xl:grid-cols-[minmax(0,1fr)_18.5rem_20rem]">
        <Skeleton className="h-96 w-full rounded-lg xl:h-[30rem]" />
        <Skeleton className="h-96 w-full rounded-lg xl:h-[30rem]" />
        <Skeleton className="h-96 w-full rounded-lg xl:h-[30rem]" />
      </div>
    </div>
  );
}
