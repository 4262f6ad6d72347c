import {
  Card,
  DateTime,
  DepositIcon,
  ErrorState,
  Num,
  SendIcon,
  Skeleton,
  StatusPill,
  SwapIcon,
} from '@salar/ui';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ticketPollMs } from '../../api/cache-policy.ts';
import { useGetInstrumentsQuery } from '../../api/calls/market-data/get-instruments.ts';
import { useGetOrdersQuery } from '../../api/calls/orders/get-orders.ts';
import { useDeposits, useWithdrawals } from '../../customer/use-tickets.ts';
import { useAccountPollMs } from '../../store/live-slice.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import { statusTone } from '../../parts/tickets/status-tone.ts';
import { toOrderRow, toTicketRow } from './history-rows.ts';
import type { HistoryRow } from './history-rows.ts';
import { useHistoryLabels } from './use-history-labels.ts';

const shownMax = 6;

export type RecentActivityProps = { readonly accountId: number; readonly isHidden: boolean };

/** The newest orders, deposits and withdrawals, beside the table where the screen is wide enough. */
export function RecentActivity({ accountId, isHidden }: RecentActivityProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const { rows, error, refetch } = useRecentRows(accountId);
  return (
    <Card title={t('balances.recent.title')}>
      {rows ? (
        <Rows rows={rows} isHidden={isHidden} />
      ) : error ? (
        <ErrorState
          title={t('balances.history.error')}
          retryLabel={t('common.retry')}
          onRetry={refetch}
          isCompact
        >
          {failureText(error)}
        </ErrorState>
      ) : (
        <div aria-busy="true" className="flex flex-col gap-5">
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-20 w-full" />
        </div>
      )}
    </Card>
  );
}

/** Newest first; undefined until all three lists are loaded. */
function useRecentRows(accountId: number) {
  const deposits = useDeposits(accountId);
  const withdrawals = useWithdrawals(accountId);
  const { data: instruments } = useGetInstrumentsQuery();
  const orders = useGetOrdersQuery(
    { accountId, startIndex: 0, limit: shownMax },
    { pollingInterval: useAccountPollMs(ticketPollMs), skipPollingIfUnfocused: true },
  );
  const rows =
    deposits.data && withdrawals.data && orders.data && instruments
      ? [
          ...orders.data.map((order) => toOrderRow(order, instruments)),
          ...deposits.data.map((ticket) => toTicketRow(ticket, 'Deposit', unpriced)),
          ...withdrawals.data.map((ticket) => toTicketRow(ticket, 'Withdraw', unpriced)),
        ]
          .sort((a, b) => new Date(b.at).getTime() - new Date(a.at).getTime())
          .slice(0, shownMax)
      : undefined;
  return {
    rows,
    error: deposits.error ?? withdrawals.error ?? orders.error,
    refetch: () => {
      for (const list of [deposits, withdrawals, orders]) if (list.error) void list.refetch();
    },
  };
}

/** The value of a ticket is not shown here. */
const unpriced = () => undefined;

function Rows({ rows, isHidden }: { readonly rows: readonly HistoryRow[]; readonly isHidden: boolean }) {
  const { t } = useTranslation();
  const labels = useHistoryLabels();
  if (rows.length === 0) return <p className="text-ink-2">{t('balances.recent.empty')}</p>;
  return (
    <ul className="flex flex-col gap-5">
      {rows.map((row) => (
        <li key={`${row.side}-${row.id}`} className="flex gap-3">
          <span className="grid size-9 shrink-0 place-items-center rounded-full bg-sunken text-ink-2">
            {icons[row.side] ?? <SwapIcon size={18} />}
          </span>
          <span className="flex min-w-0 grow flex-col items-start gap-1">
            <span className="flex flex-wrap justify-between gap-x-3 self-stretch">
              <span className="font-medium">
                {t('balances.recent.entry', { what: labels.side(row.side), pair: row.pair })}
              </span>
              <Num value={row.size} unit={row.sizeUnit} maxPlaces={8} isHidden={isHidden} />
            </span>
            <DateTime at={row.at} className="num text-small text-ink-3" />
            <StatusPill tone={statusTone(row.status)}>{labels.status(row).name}</StatusPill>
          </span>
        </li>
      ))}
    </ul>
  );
}

const icons: Readonly<Record<string, ReactNode>> = {
  Deposit: <DepositIcon size={18} />,
  Withdraw: <SendIcon size={18} />,
};
