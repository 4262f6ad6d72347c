import {
  Card,
  DataTable,
  DateTime,
  DepositIcon,
  Pager,
  SendIcon,
  SideLabel,
  StatusPill,
  SwapIcon,
  formatPrice,
} from '@salar/ui';
import type { Column } from '@salar/ui';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { OwnAmount } from '../../lib/amounts/own-amount.tsx';
import type { ReportRow, ReportType } from './report-rows.ts';
import { toStatusTone } from './status-group.ts';
import { useReportLabels } from './use-report-labels.ts';

export type ReportTableProps = {
  /** The rows of the page; undefined while loading. */
  readonly rows: readonly ReportRow[] | undefined;
  /** Zero-based. */
  readonly page: number;
  readonly pages: number;
  readonly onPageChange: (page: number) => void;
  readonly isRefreshing: boolean;
  readonly empty: ReactNode;
};

/** One page of the report: a table, or cards under 768 px. */
export function ReportTable({ rows, page, pages, onPageChange, isRefreshing, empty }: ReportTableProps) {
  const { t } = useTranslation();
  const columns = useReportColumns();
  return (
    <div className="flex flex-col gap-3">
      <Card isFlush isRefreshing={isRefreshing}>
        <DataTable
          label={t('trade-report.table.label')}
          columns={columns}
          rows={rows ?? []}
          rowKey={({ id }) => id}
          card={(row) => <ReportCard row={row} />}
          isLoading={rows === undefined}
          isCompact
          empty={empty}
        />
      </Card>
      {pages > 1 ? (
        <Pager
          label={t('trade-report.pager.label')}
          pageLabel={t('trade-report.pager.page', { page: page + 1, pages })}
          previousLabel={t('trade-report.pager.previous')}
          nextLabel={t('trade-report.pager.next')}
          hasPrevious={page > 0}
          hasNext={page + 1 < pages}
          onPrevious={() => onPageChange(page - 1)}
          onNext={() => onPageChange(page + 1)}
        />
      ) : null}
    </div>
  );
}

function useReportColumns(): readonly Column<ReportRow>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      { id: 'type', header: t('trade-report.table.type'), cell: (row) => <Type row={row} /> },
      {
        id: 'token',
        header: t('trade-report.table.token'),
        cell: (row) => <span className="font-medium">{row.tokenSymbol}</span>,
      },
      { id: 'side', header: t('trade-report.table.side'), cell: (row) => <Side side={row.side} /> },
      {
        id: 'dateTime',
        header: t('trade-report.table.dateTime'),
        // Wraps between day and time where the table is narrow.
        cell: (row) => <DateTime at={row.date} className="num text-ink-2 whitespace-normal" />,
      },
      {
        id: 'amount',
        header: t('trade-report.table.amount'),
        align: 'end',
        cell: (row) => <Amount row={row} />,
      },
      { id: 'status', header: t('trade-report.table.status'), cell: (row) => <Status row={row} /> },
    ],
    [t],
  );
}

function ReportCard({ row }: { readonly row: ReportRow }) {
  return (
    <span className="flex flex-col gap-1.5 py-1.5">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="flex grow basis-[5.5rem] flex-wrap items-center gap-x-2 font-medium">
          {row.tokenSymbol} {row.side === null ? null : <Side side={row.side} />}
        </span>
        <Status row={row} />
      </span>
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <OwnAmount
          value={row.amount}
          unit={row.amountUnit}
          className="[overflow-wrap:anywhere] whitespace-normal"
        />
        <Price row={row} />
      </span>
      <span className="flex flex-wrap items-center justify-between gap-x-3 text-small text-ink-3">
        <Type row={row} />
        <DateTime at={row.date} />
      </span>
    </span>
  );
}

const typeIcons: Readonly<Record<ReportType, ReactNode>> = {
  trade: <SwapIcon size={16} className="text-ink-3" />,
  deposit: <DepositIcon size={16} className="text-ink-3" />,
  withdrawal: <SendIcon size={16} className="text-ink-3" />,
};

function Type({ row }: { readonly row: ReportRow }) {
  const labels = useReportLabels();
  return (
    <span className="flex items-center gap-2">
      {typeIcons[row.type]}
      {labels.type(row)}
    </span>
  );
}

/** Buy is green and any other side red; deposits and withdrawals have no side. */
function Side({ side }: { readonly side: string | null }) {
  const { t } = useTranslation();
  const labels = useReportLabels();
  if (side === null) {
    return (
      <span className="text-ink-3">
        <span aria-hidden="true">—</span>
        <span className="sr-only">{t('trade-report.table.noSide')}</span>
      </span>
    );
  }
  return <SideLabel side={side === 'Buy' ? 'buy' : 'sell'}>{labels.side(side)}</SideLabel>;
}

function Amount({ row }: { readonly row: ReportRow }) {
  return (
    <span className="flex flex-col items-end">
      <OwnAmount value={row.amount} unit={row.amountUnit} />
      <Price row={row} />
    </span>
  );
}

function Price({ row }: { readonly row: ReportRow }) {
  const { t } = useTranslation();
  if (row.price === null) return null;
  return (
    <span className="num text-small text-ink-3">
      {t('trade-report.table.price', { price: formatPrice(row.price), unit: row.priceUnit })}
    </span>
  );
}

function Status({ row }: { readonly row: ReportRow }) {
  const labels = useReportLabels();
  return <StatusPill tone={toStatusTone(row.status)}>{labels.status(row.status)}</StatusPill>;
}
