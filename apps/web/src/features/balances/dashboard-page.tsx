import {
  Button,
  ButtonLink,
  Card,
  DepositIcon,
  ErrorState,
  Horizon,
  InlineNotice,
  Link,
  Num,
  formatAge,
  formatDateTime,
  lazyView,
  useMediaQuery,
} from '@salar/ui';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSearchParams } from 'react-router';
import type { Position } from '../../api/records/position.ts';
import { ticketPollMs } from '../../api/cache-policy.ts';
import { useHoldings } from '../../customer/use-holdings.ts';
import { useDeposits } from '../../customer/use-tickets.ts';
import { useUsdPrices } from '../../customer/use-usd-prices.ts';
import { useCustomer } from '../../customer/use-customer.ts';
import { siteLinks } from '../../lib/navigation/site-links.ts';
import { PageHeading } from '../../lib/page-heading.tsx';
import { useHiddenBalances } from '../../lib/amounts/use-hidden-balances.ts';
import { PrintHead } from '../../lib/print-head.tsx';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import { useNow } from '../../lib/time/use-now.ts';
import { toAssetRows, unknownAmounts } from './asset-rows.ts';
import { AssetTable } from './asset-table.tsx';
import { NextStep } from './next-step.tsx';
import { BalanceNews } from './balance-news.tsx';
import { sumPendingAmounts } from './pending-amounts.ts';
import type { RecentActivityProps } from './recent-activity.tsx';
import { TotalBalance } from './total-balance.tsx';
import { useFirstStep } from './use-first-step.ts';

const linkAccount = lazyView<{ readonly accountId: number }>(
  async () => (await import('./link-account-dialog.tsx')).LinkAccountDialog,
);

/** From this width on the side column fits beside the table. */
const railQuery = '(width >= 100rem)';
const patienceMs = 1500;

const rail = lazyView<RecentActivityProps>(
  async () => (await import('./recent-activity.tsx')).RecentActivity,
);

/** The customer's assets and their value. */
export function DashboardPage() {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const { accountId } = useCustomer();
  const { data: deposits } = useDeposits(accountId);
  const { holdings, listed, strays, staleSince, error, refetch } = useHoldings({ pollMs: ticketPollMs });
  const { prices, isLoading: arePricesLoading } = useUsdPrices();
  const rows = useMemo(() => (holdings ? toAssetRows(holdings, prices) : undefined), [holdings, prices]);
  // Which assets the exchange lists and their prices are worth showing without the balances.
  const rowsWithoutAmounts = useMemo(
    () =>
      error && listed
        ? toAssetRows(
            listed.map((product) => ({ ...product, ...unknownAmounts })),
            prices,
          )
        : undefined,
    [error, listed, prices],
  );
  const pending = useMemo(() => deposits && sumPendingAmounts(deposits), [deposits]);
  const { isHidden } = useHiddenBalances();
  const { step, productId, dismiss, isLoading: isStepLoading } = useFirstStep(rows, pending);
  // Balances wait for the content above them and for the prices that order them, so that nothing jumps, but not for
  // long.
  const isWaiting = arePricesLoading || isStepLoading;
  const knownRows = rows ?? rowsWithoutAmounts;
  const isShown = useIsShown(knownRows !== undefined, isWaiting);
  // A long table is drawn in small pieces, and a press in between is handled first.
  const shownRows = useDeferredValue(isShown ? knownRows : undefined);
  const hasRail = useMediaQuery(railQuery);
  const RecentActivity = rail.use(hasRail);
  const [searchParams] = useSearchParams();
  const LinkAccountDialog = linkAccount.use(searchParams.has('wallet'));
  return (
    <div className="flex flex-col gap-8">
      <PageHeading title={t('balances.title')} isHidden />
      <PrintHead title={t('balances.title')} />
      <BalanceNews holdings={holdings} isHidden={isHidden} />
      {error ? (
        <Card>
          <ErrorState
            title={t('balances.errorFetchBalances')}
            retryLabel={t('common.retry')}
            onRetry={refetch}
            more={<Link href={siteLinks.support}>{t('common.support')}</Link>}
            isCompact={rowsWithoutAmounts !== undefined}
          >
            {failureText(error)}
          </ErrorState>
        </Card>
      ) : (
        <>
          {staleSince === null ? null : <StaleNotice since={staleSince} onRetry={refetch} />}
          {strays.length > 0 ? (
            <ProductNotFound strays={strays} isHidden={isHidden} onRetry={refetch} />
          ) : null}
          <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6">
            <TotalBalance rows={arePricesLoading ? undefined : rows} isHidden={isHidden} />
            {/* The total is on the line; where the button does not fit beside it, it wraps below both. */}
            <Horizon className="basis-full sm:order-last" />
            {/* The first steps have their own button. */}
            {shownRows && !step ? (
              <ButtonLink href="/ramping/deposit" className="mt-8 sm:my-3 print:hidden">
                <DepositIcon size={18} />
                {t('balances.empty.action')}
              </ButtonLink>
            ) : null}
          </div>
          {step && shownRows ? <NextStep step={step} productId={productId} onDismiss={dismiss} /> : null}
        </>
      )}
      {error && !rowsWithoutAmounts ? null : (
        // The skeletons give way as a whole, wherever the table ends up.
        <div
          key={shownRows ? 'known' : 'loading'}
          className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 2xl:grid-cols-[minmax(0,1fr)_20rem] 2xl:gap-8"
        >
          <AssetTable rows={shownRows} pending={pending} accountId={accountId} isHidden={isHidden} />
          {RecentActivity && hasRail && accountId !== null ? (
            <RecentActivity accountId={accountId} isHidden={isHidden} />
          ) : null}
        </div>
      )}
      {LinkAccountDialog && accountId !== null ? <LinkAccountDialog accountId={accountId} /> : null}
    </div>
  );
}

/** True once the known data has to wait no longer or has waited too long; it never turns false again. */
function useIsShown(isKnown: boolean, isWaiting: boolean): boolean {
  const [isShown, setIsShown] = useState(false);
  if (isKnown && !isWaiting && !isShown) setIsShown(true);
  useEffect(() => {
    if (!isKnown) return undefined;
    const timer = setTimeout(() => setIsShown(true), patienceMs);
    return () => clearTimeout(timer);
  }, [isKnown]);
  return isShown;
}

type ProductNotFoundProps = {
  readonly strays: readonly Position[];
  readonly isHidden: boolean;
  readonly onRetry: () => void;
};

/** Reports money whose product the exchange does not list, instead of silently leaving it out. */
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

/** Old figures stay on screen, with their age. */
function StaleNotice({ since, onRetry }: { readonly since: number; readonly onRetry: () => void }) {
  const { t, i18n } = useTranslation();
  const language = i18n.language;
  const now = useNow(60_000);
  const date = formatDateTime(since, language);
  const age = formatAge(since, language, Math.max(now, since));
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
      {/* The age keeps counting visually only: screen readers read it once, as a date. */}
      <span aria-hidden="true">{t('balances.stale', { time: age ?? date })}</span>
      <span className="sr-only">{t('balances.stale', { time: date })}</span>
    </InlineNotice>
  );
}
