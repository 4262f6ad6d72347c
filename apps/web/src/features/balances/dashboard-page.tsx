import { Button, Card, ErrorState, Horizon, InlineNotice, Num, formatDateTime } from '@salar/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Position } from '../../api/records/position.ts';
import { ticketPollMs } from '../../api/cache-policy.ts';
import { useHoldings } from '../../api/customer/use-holdings.ts';
import { useTickets } from '../../api/customer/use-tickets.ts';
import { useUsdPrices } from '../../api/customer/use-usd-prices.ts';
import { useCustomer } from '../../api/customer/use-customer.ts';
import { PageHeading } from '../../lib/page-heading.tsx';
import { useFailureText } from '../../lib/use-failure-text.ts';
import { assetRows } from './asset-rows.ts';
import { AssetTable } from './asset-table.tsx';
import { LinkAccountDialog } from './link-account-dialog.tsx';
import { pendingAmounts } from './pending-amounts.ts';
import { RecentActivity } from './recent-activity.tsx';
import { TotalBalance } from './total-balance.tsx';
import { useHiddenBalances } from './use-hidden-balances.ts';

/** What the customer has and what it is worth. */
export function DashboardPage() {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const { accountId } = useCustomer();
  const tickets = useTickets(accountId);
  const { holdings, strays, staleSince, error, refetch } = useHoldings({ pollMs: ticketPollMs });
  const prices = useUsdPrices();
  const rows = useMemo(() => (holdings ? assetRows(holdings, prices) : undefined), [holdings, prices]);
  const pending = useMemo(() => tickets.deposits && pendingAmounts(tickets.deposits), [tickets.deposits]);
  const { isHidden, toggle } = useHiddenBalances();
  return (
    <div className="flex flex-col gap-6 xl:gap-8">
      <PageHeading title={t('balances.title')} isHidden />
      {error ? (
        <Card>
          <ErrorState
            title={t('balances.errorFetchBalances')}
            retryLabel={t('common.retry')}
            onRetry={refetch}
          >
            {failureText(error)}
          </ErrorState>
        </Card>
      ) : (
        <>
          <TotalBalance rows={rows} isHidden={isHidden} onToggleHidden={toggle} />
          {staleSince === null ? null : <StaleNotice since={staleSince} onRetry={refetch} />}
          {strays.length > 0 ? (
            <ProductNotFound strays={strays} isHidden={isHidden} onRetry={refetch} />
          ) : null}
          <Horizon />
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 2xl:grid-cols-[minmax(0,1fr)_20rem] 2xl:gap-8">
            <AssetTable rows={rows} pending={pending} accountId={accountId} isHidden={isHidden} />
            <div className="hidden 2xl:block">
              <RecentActivity {...tickets} onRetry={tickets.refetch} isHidden={isHidden} />
            </div>
          </div>
        </>
      )}
      {accountId === null ? null : <LinkAccountDialog accountId={accountId} />}
    </div>
  );
}

type ProductNotFoundProps = {
  readonly strays: readonly Position[];
  readonly isHidden: boolean;
  readonly onRetry: () => void;
};

/** Money whose product the exchange does not list is told, never left out without a word. */
function ProductNotFound({ strays, isHidden, onRetry }: ProductNotFoundProps) {
  const { t } = useTranslation();
  return (
    <InlineNotice
      tone="warn"
      isAnnounced
      title={t('balances.productNotFound.title')}
      action={
        <Button variant="quiet" size="sm" onPress={onRetry}>
          {t('common.retry')}
        </Button>
      }
    >
      {t('balances.productNotFound.body')}{' '}
      {strays.map(({ productId, symbol, amount }) => (
        <Num key={productId} value={amount} unit={symbol} isHidden={isHidden} isPlain className="me-3" />
      ))}
    </InlineNotice>
  );
}

/** Old figures stay, and say how old they are. */
function StaleNotice({ since, onRetry }: { readonly since: number; readonly onRetry: () => void }) {
  const { t, i18n } = useTranslation();
  const time = formatDateTime(since, i18n.resolvedLanguage ?? 'en');
  return (
    <InlineNotice
      tone="warn"
      isAnnounced
      action={
        <Button variant="quiet" size="sm" onPress={onRetry}>
          {t('common.retry')}
        </Button>
      }
    >
      {t('balances.stale', { time })}
    </InlineNotice>
  );
}
