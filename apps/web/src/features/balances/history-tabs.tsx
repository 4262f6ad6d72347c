import { Tabs } from '@salar/ui';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ticketPollMs } from '../../api/cache-policy.ts';
import { useGetDepositTicketsQuery } from '../../api/calls/transfers/get-deposit-tickets.ts';
import { useGetInstrumentsQuery } from '../../api/calls/market-data/get-instruments.ts';
import { useGetProductOrdersQuery } from './api/get-product-orders.ts';
import { useGetProductsQuery } from '../../api/calls/market-data/get-products.ts';
import { useGetWithdrawTicketsQuery } from '../../api/calls/transfers/get-withdraw-tickets.ts';
import { useAccountPollMs } from '../../store/live-slice.ts';
import type { Ticket } from '../../api/records/ticket.ts';
import type { HistoryLine, HistoryTab, HistoryTarget } from '../../lib/navigation/history-path.ts';
import { historyPageSize, findSettledPage } from './history-page.ts';
import { toOrderRow, toTicketRow } from './history-rows.ts';
import { HistoryTable } from './history-table.tsx';

export type HistoryTabsProps = {
  readonly accountId: number;
  readonly productId: number;
  readonly symbol: string;
  /** Whether the customer's amounts are hidden. */
  readonly isHidden: boolean;
  /** The list to open first, and the line to highlight in it; null opens the trades. */
  readonly target: HistoryTarget | null;
};
type TabProps = Omit<HistoryTabsProps, 'target'> & { readonly line: HistoryLine | null };

/** Query options: lists are fetched when they open and follow changes. */
function useListOptions() {
  const pollingInterval = useAccountPollMs(ticketPollMs);
  return { pollingInterval, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true };
}

/** Trades, deposits and withdrawals of one product. The chosen tab survives paging. */
export function HistoryTabs({ target, ...props }: HistoryTabsProps) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<string>(target?.tab ?? 'trades');
  const lineIn = (name: HistoryTab) => (target?.tab === name ? target.line : null);
  return (
    <Tabs
      label={t('balances.history.label', { symbol: props.symbol })}
      isFlush
      selected={tab}
      onChange={setTab}
      tabs={[
        {
          id: 'trades',
          label: t('balances.history.trades'),
          content: <TradesTab {...props} line={lineIn('trades')} />,
        },
        {
          id: 'deposits',
          label: t('balances.history.deposits'),
          content: <DepositsTab {...props} line={lineIn('deposits')} />,
        },
        {
          id: 'withdrawals',
          label: t('balances.history.withdrawals'),
          content: <WithdrawalsTab {...props} line={lineIn('withdrawals')} />,
        },
      ]}
    />
  );
}

function TradesTab({ accountId, productId, symbol, isHidden, line }: TabProps) {
  const { t } = useTranslation();
  const {
    data: instruments,
    error: instrumentsError,
    refetch: refetchInstruments,
  } = useGetInstrumentsQuery();
  const instrumentIds = useMemo(
    () =>
      instruments
        ?.filter(({ baseId, quoteId }) => baseId === productId || quoteId === productId)
        .map(({ instrumentId }) => instrumentId),
    [instruments, productId],
  );
  const [page, setPage] = useState(0);
  const orders = useGetProductOrdersQuery(
    { ...toPageQuery(accountId, page), instrumentIds: instrumentIds ?? [] },
    { ...useListOptions(), skip: instrumentIds === undefined },
  );
  const rows = useMemo(
    () => orders.currentData?.map((order) => toOrderRow(order, instruments ?? [])),
    [orders.currentData, instruments],
  );
  useSettledPage(page, rows?.length, setPage);
  return (
    <HistoryTable
      label={t('balances.history.trades')}
      rows={rows}
      error={instruments ? orders.error : instrumentsError}
      onRetry={() => void (instruments ? orders.refetch() : refetchInstruments())}
      emptyText={t('balances.history.emptyTrades', { symbol })}
      isHidden={isHidden}
      page={page}
      onPageChange={setPage}
      line={line}
    />
  );
}

function DepositsTab({ accountId, productId, symbol, isHidden, line }: TabProps) {
  const { t } = useTranslation();
  const [page, setPage] = useState(0);
  const tickets = useGetDepositTicketsQuery({ ...toPageQuery(accountId, page), productId }, useListOptions());
  const rows = useTicketRows(tickets.currentData, 'Deposit');
  useSettledPage(page, rows?.length, setPage);
  return (
    <HistoryTable
      label={t('balances.history.deposits')}
      rows={rows}
      error={tickets.error}
      onRetry={() => void tickets.refetch()}
      emptyText={t('balances.history.emptyDeposits', { symbol })}
      isHidden={isHidden}
      page={page}
      onPageChange={setPage}
      line={line}
    />
  );
}

function WithdrawalsTab({ accountId, productId, symbol, isHidden, line }: TabProps) {
  const { t } = useTranslation();
  const [page, setPage] = useState(0);
  const tickets = useGetWithdrawTicketsQuery(
    { ...toPageQuery(accountId, page), productId },
    useListOptions(),
  );
  const rows = useTicketRows(tickets.currentData, 'Withdraw');
  useSettledPage(page, rows?.length, setPage);
  return (
    <HistoryTable
      label={t('balances.history.withdrawals')}
      rows={rows}
      error={tickets.error}
      onRetry={() => void tickets.refetch()}
      emptyText={t('balances.history.emptyWithdrawals', { symbol })}
      isHidden={isHidden}
      page={page}
      onPageChange={setPage}
      line={line}
    />
  );
}

function useTicketRows(tickets: readonly Ticket[] | undefined, side: 'Deposit' | 'Withdraw') {
  const { data: products } = useGetProductsQuery();
  return useMemo(() => {
    const findSymbol = (id: number) => products?.find(({ productId }) => productId === id)?.symbol;
    return tickets?.map((ticket) => toTicketRow(ticket, side, findSymbol));
  }, [tickets, side, products]);
}

/** Steps back when a page turns out empty. */
function useSettledPage(page: number, rowCount: number | undefined, setPage: (page: number) => void): void {
  useEffect(() => {
    if (rowCount === undefined) return;
    const settled = findSettledPage(page, rowCount);
    if (settled !== page) setPage(settled);
  }, [page, rowCount, setPage]);
}

function toPageQuery(accountId: number, page: number) {
  return { accountId, startIndex: page * historyPageSize, limit: historyPageSize };
}
