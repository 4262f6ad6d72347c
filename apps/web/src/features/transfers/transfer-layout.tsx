import {
  BlockingOverlay,
  ButtonLink,
  Card,
  DepositIcon,
  ErrorState,
  LinkTabs,
  SendIcon,
  Skeleton,
  cx,
} from '@salar/ui';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useCustomer } from '../../customer/use-customer.ts';
import { PageHeading } from '../../lib/page-heading.tsx';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';

/** The verification level required to move money (product spec, section 9). */
const levelMin = 1;
/** How often the level is polled, so that reaching it removes the overlay while the page is open. */
const levelPollMs = 10_000;

export type TransferLayoutProps = {
  readonly current: 'deposit' | 'withdraw';
  readonly children: ReactNode;
};

/** Both tabs, and the overlay that covers them for customers below level 1. */
export function TransferLayout({ current, children }: TransferLayoutProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const { account, level, error, refetch } = useCustomer({ accountPollMs: levelPollMs });
  return (
    <div className="flex flex-col gap-5">
      <div
        className={cx(
          'mx-auto flex w-full max-w-md flex-col gap-5',
          current === 'withdraw' ? 'lg:max-w-[52rem]' : 'md:max-w-[40rem]',
        )}
      >
        <PageHeading
          title={t(current === 'deposit' ? 'transfers.deposit.title' : 'transfers.withdraw.title')}
        />
        <div className="max-w-md">
          <LinkTabs
            label={t('transfers.tabs.label')}
            tabs={[
              {
                href: '/ramping/deposit',
                label: t('transfers.tabs.deposit'),
                isCurrent: current === 'deposit',
                icon: <DepositIcon size={18} />,
              },
              {
                href: '/ramping/withdraw',
                label: t('transfers.tabs.withdraw'),
                isCurrent: current === 'withdraw',
                icon: <SendIcon size={18} />,
              },
            ]}
          />
        </div>
      </div>
      {account ? (
        <BlockingOverlay
          isBlocked={level < levelMin}
          title={t('transfers.overlay.title')}
          action={
            <ButtonLink href="/settings/verification" isFullWidth>
              {t('transfers.overlay.action')}
            </ButtonLink>
          }
          content={children}
        >
          {t('transfers.overlay.body')}
        </BlockingOverlay>
      ) : (
        <>
          {error ? (
            <Card className="mx-auto w-full max-w-md">
              <ErrorState
                title={t(
                  current === 'deposit' ? 'transfers.deposit.error' : 'transfers.withdraw.errors.load',
                )}
                retryLabel={t('common.retry')}
                onRetry={refetch}
              >
                {failureText(error)}
              </ErrorState>
            </Card>
          ) : (
            <TransferSkeleton hasSummary={current === 'withdraw'} />
          )}
        </>
      )}
    </div>
  );
}

/** The shape of both forms while they load; that of a withdrawal has its summary beside it on a wide screen. */
export function TransferSkeleton({ hasSummary = false }: { readonly hasSummary?: boolean }) {
  const { t } = useTranslation();
  return (
    <div
      role="status"
      aria-busy="true"
      aria-label={t('transfers.loading')}
      className={cx(
        'mx-auto w-full max-w-md',
        hasSummary
          ? 'items-start gap-6 lg:grid lg:max-w-[52rem] lg:grid-cols-[minmax(0,1fr)_22.5rem]'
          : 'md:max-w-[40rem]',
      )}
    >
      <Card>
        <div className="flex flex-col gap-5">
          <div className="flex flex-col gap-1.5">
            <Skeleton className="h-5 w-24" />
            <Skeleton className="h-14 w-full rounded-md" />
          </div>
          <WaysSkeleton />
          <Skeleton className="h-40 w-full rounded-lg" />
        </div>
      </Card>
      {hasSummary ? <Skeleton className="hidden h-72 w-full rounded-lg lg:block" /> : null}
    </div>
  );
}

/** Reserves the space of the method and the network. */
export function WaysSkeleton() {
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <Skeleton className="h-5 w-32" />
        <div className="grid gap-3 sm:grid-cols-2">
          <Skeleton className="h-18 w-full rounded-md" />
          <Skeleton className="h-18 w-full rounded-md" />
        </div>
      </div>
      <Skeleton className="h-6 w-full" />
    </>
  );
}
