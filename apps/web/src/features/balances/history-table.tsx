import {
  DataTable,
  DateTime,
  EmptyState,
  ErrorState,
  InfoTip,
  Num,
  Pager,
  ReportIcon,
  StatusPill,
  getPriceFormat,
} from '@salar/ui';
import type { Column } from '@salar/ui';
import { useMemo } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { ApiError } from '../../api/failure.ts';
import type { HistoryLine } from '../../lib/navigation/history-path.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import { statusTone } from '../../parts/tickets/status-tone.ts';
import { canGoBack, canGoNext } from './history-page.ts';
import type { HistoryRow } from './history-rows.ts';
import { useTicketLabels } from '../../parts/tickets/use-ticket-labels.ts';
import { useHistoryLabels } from './use-history-labels.ts';

export type HistoryTableProps = {
  readonly label: string;
  readonly rows: readonly HistoryRow[] | undefined;
  readonly error: ApiError | undefined;
  readonly onRetry: () => void;
  readonly emptyText: string;
  /** Whether the customer's amounts are hidden. */
  readonly isHidden: boolean;
  /** Zero-based. */
  readonly page: number;
  readonly onPageChange: (page: number) => void;
  /** The line that the customer was sent to. */
  readonly line: HistoryLine | null;
};

/** Seven columns, the last with long statuses, need more width than other tables. */
const wideTableQuery = '(width >= 64rem)';

/** One tab of the history: loading, failed, empty or a page of rows. */
export function HistoryTable(props: HistoryTableProps) {
  const { label, rows, error, onRetry, emptyText, isHidden, page, onPageChange, line } = props;
  const { t } = useTranslation();
  const failureText = useFailureText();
  const columns = useHistoryColumns(isHidden);
  if (error && rows === undefined) {
    return (
      <ErrorState
        title={t('balances.history.error')}
        retryLabel={t('common.retry')}
        onRetry={onRetry}
        isCompact
      >
        {failureText(error)}
      </ErrorState>
    );
  }
  const rowCount = rows?.length ?? 0;
  return (
    <div className="flex flex-col gap-3">
      <DataTable
        label={label}
        columns={columns}
        rows={rows ?? []}
        rowKey={({ id }) => id}
        markedKey={line === 'newest' ? (page === 0 ? (rows?.[0]?.id ?? null) : null) : line}
        isLoading={rows === undefined}
        skeletonRows={3}
        isCompact
        tableFrom={wideTableQuery}
        card={(row) => <HistoryCard row={row} isHidden={isHidden} />}
        empty={
          <EmptyState title={t('balances.history.empty')} icon={<ReportIcon size={28} />}>
            {emptyText}
          </EmptyState>
        }
      />
      {rowCount > 0 || page > 0 ? (
        <Pager
          label={t('balances.history.pages')}
          pageLabel={t('balances.history.page', { page: page + 1 })}
          previousLabel={t('balances.history.previous')}
          nextLabel={t('balances.history.next')}
          hasPrevious={canGoBack(page)}
          hasNext={canGoNext(rowCount)}
          onPrevious={() => onPageChange(page - 1)}
          onNext={() => onPageChange(page + 1)}
        />
      ) : null}
    </div>
  );
}

function useHistoryColumns(isHidden: boolean): readonly Column<HistoryRow>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        id: 'pair',
        header: t('balances.history.pair'),
        cell: (row) => <span className="font-medium">{row.pair}</span>,
      },
      { id: 'side', header: t('balances.history.side'), cell: (row) => <Side side={row.side} /> },
      { id: 'type', header: t('balances.history.type'), cell: (row) => <Type row={row} /> },
      {
        id: 'size',
        header: t('balances.history.size'),
        align: 'end',
        cell: (row) => <Size row={row} isHidden={isHidden} />,
      },
      {
        id: 'price',
        header: t('balances.history.price'),
        align: 'end',
        cell: (row) => <Price row={row} isHidden={isHidden} />,
      },
      {
        id: 'dateTime',
        header: t('balances.history.dateTime'),
        cell: (row) => (
          <DateTime at={row.at} className="num inline-block min-w-28 whitespace-normal text-ink-2" />
        ),
      },
      { id: 'status', header: t('balances.history.status'), cell: (row) => <Status row={row} /> },
    ],
    [t, isHidden],
  );
}

type FigureProps = { readonly row: HistoryRow; readonly isHidden: boolean };

function HistoryCard({ row, isHidden }: FigureProps) {
  return (
    <span className="flex flex-col gap-1">
      <span className="card-line">
        <span className="gap-1">
          <span className="flex flex-wrap gap-x-2 font-medium">
            {row.pair} <Side side={row.side} />
          </span>
          <span className="text-small text-ink-3">
            <Type row={row} />
          </span>
        </span>
        <span className="gap-1">
          <Size row={row} isHidden={isHidden} />
          <span className="text-small">
            <Price row={row} isHidden={isHidden} />
          </span>
        </span>
      </span>
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <DateTime at={row.at} className="num text-small text-ink-3" />
        <Status row={row} />
      </span>
    </span>
  );
}

function Side({ side }: { readonly side: string }) {
  const labels = useHistoryLabels();
  const isIn = side === 'Buy' || side === 'Deposit';
  const isTrade = side === 'Buy' || side === 'Sell';
  return (
    <span className={isTrade ? (isIn ? 'font-medium text-gain' : 'font-medium text-loss') : ''}>
      {labels.side(side)}
    </span>
  );
}

/** The type of the order or the number of the ticket, and for a trailing stop its trailing distance. */
function Type({ row }: { readonly row: HistoryRow }) {
  const { t } = useTranslation();
  const labels = useHistoryLabels();
  const { type, trailingAmount, priceUnit } = row;
  if ('ticket' in type) return <>{t('balances.history.ticket', { number: type.ticket })}</>;
  if (trailingAmount === null) return <>{labels.orderType(type.order)}</>;
  return (
    <span className="inline-flex flex-col">
      <span>{labels.orderType(type.order)}</span>
      <span className="text-small text-ink-3">
        {t('balances.history.follows')} <Num value={trailingAmount} unit={priceUnit} minPlaces={0} isQuiet />
      </span>
    </span>
  );
}

function Size({ row, isHidden }: FigureProps) {
  return <Num value={row.size} unit={row.sizeUnit} isHidden={isHidden} />;
}

/** The price. An order's price is public; the value of a deposit or withdrawal is the customer's and can be hidden. */
function Price({ row, isHidden }: FigureProps) {
  const places = row.price ? getPriceFormat(row.price) : {};
  return (
    <Num value={row.price} unit={row.priceUnit} isHidden={isHidden && 'ticket' in row.type} {...places} />
  );
}

function Status({ row }: { readonly row: HistoryRow }) {
  const { t } = useTranslation();
  const { name, help } = useHistoryLabels().status(row);
  const { reason } = useTicketLabels();
  return (
    <span className="inline-flex items-center gap-2">
      <StatusPill tone={statusTone(row.status)}>{name}</StatusPill>
      <InfoTip label={t('balances.history.explain', { status: name })}>
        {help}
        {row.reason ? ` ${t('balances.history.reason', { reason: reason(row.reason) })}` : ''}
      </InfoTip>
    </span>
  );
}
