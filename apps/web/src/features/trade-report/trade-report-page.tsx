import {
  Button,
  Card,
  Dialog,
  EmptyState,
  ErrorState,
  ExportIcon,
  FilterIcon,
  InlineNotice,
  ReportIcon,
  Skeleton,
  tableQuery,
  useMediaQuery,
} from '@salar/ui';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeading } from '../../lib/page-heading.tsx';
import { useFailureText } from '../../lib/use-failure-text.ts';
import { FilterFields } from './filter-fields.tsx';
import { reportCsv, reportFileName } from './report-csv.ts';
import { countFilters, filterRows } from './report-filters.ts';
import { pageCount, pageRows } from './report-pages.ts';
import { ReportTable } from './report-table.tsx';
import { saveTextFile } from './save-text-file.ts';
import { useReport } from './use-report.ts';
import { useReportFilters } from './use-report-filters.ts';

/** Trades, deposits and withdrawals in one list: to filter, to page through, to take along as a file. */
export function TradeReportPage() {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const { rows, error, isRefreshing, retry } = useReport();
  const { filters, change, clear, page, setPage, wereDatesSwapped, settleDates } = useReportFilters();
  const matching = useMemo(() => rows && filterRows(rows, filters), [rows, filters]);
  const filterCount = countFilters(filters);
  // A report that was asked afresh can have fewer pages than the one before.
  const shownPage = Math.min(page, Math.max(0, pageCount(matching?.length ?? 0) - 1));

  function exportCsv() {
    if (!matching) return;
    const heads = {
      date: t('trade-report.csv.date'),
      type: t('trade-report.csv.type'),
      token: t('trade-report.csv.token'),
      amount: t('trade-report.csv.amount'),
      price: t('trade-report.csv.price'),
      side: t('trade-report.csv.side'),
      status: t('trade-report.csv.status'),
    };
    saveTextFile(reportCsv(matching, heads), {
      name: reportFileName(new Date()),
      type: 'text/csv;charset=utf-8',
    });
  }

  return (
    <div className="flex flex-col gap-6">
      <PageHeading title={t('trade-report.title')} description={t('trade-report.description')} />
      {error ? (
        <Card>
          <ErrorState title={t('trade-report.error.title')} retryLabel={t('common.retry')} onRetry={retry}>
            <p>{t('trade-report.error.body')}</p>
            <p>{failureText(error)}</p>
          </ErrorState>
        </Card>
      ) : (
        <>
          <Filters count={filterCount} onClear={clear}>
            <FilterFields filters={filters} onChange={change} onDatesDone={settleDates} />
          </Filters>
          {wereDatesSwapped ? (
            <InlineNotice tone="info" isAnnounced>
              {t('trade-report.filters.swapped')}
            </InlineNotice>
          ) : null}
          <div className="flex flex-wrap items-center justify-between gap-3">
            <Count shown={matching && pageRows(matching, shownPage).length} total={rows?.length} />
            <Button
              variant="quiet"
              size="sm"
              icon={<ExportIcon size={16} />}
              isDisabled={!matching || matching.length === 0}
              onPress={exportCsv}
            >
              {t('trade-report.export')}
            </Button>
          </div>
          <ReportTable
            rows={matching}
            page={shownPage}
            onPageChange={setPage}
            isRefreshing={isRefreshing}
            empty={<NoTransactions isFiltered={(rows?.length ?? 0) > 0} onClear={clear} />}
          />
        </>
      )}
    </div>
  );
}

type FiltersProps = {
  readonly count: number;
  readonly onClear: () => void;
  /** The fields. */
  readonly children: ReactNode;
};

/** The filters in a row; on a phone behind a button that counts them. */
function Filters({ count, onClear, children }: FiltersProps) {
  const { t } = useTranslation();
  const isWide = useMediaQuery(tableQuery);
  const clear = (
    <Button variant="ghost" size="sm" isDisabled={count === 0} onPress={onClear}>
      {t('trade-report.filters.clear')}
    </Button>
  );
  if (!isWide) {
    return (
      <FilterSheet count={count} clear={clear}>
        {children}
      </FilterSheet>
    );
  }
  return (
    <section aria-label={t('trade-report.filters.label')} className="flex flex-col items-start gap-2">
      <div className="grid w-full grid-cols-3 items-end gap-3 xl:grid-cols-5">{children}</div>
      {clear}
    </section>
  );
}

type FilterSheetProps = {
  readonly count: number;
  readonly clear: ReactNode;
  readonly children: ReactNode;
};

function FilterSheet({ count, clear, children }: FilterSheetProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        isFullWidth
        icon={<FilterIcon size={18} />}
        aria-label={t('trade-report.filters.open', { count })}
        onPress={() => setIsOpen(true)}
      >
        {t('trade-report.filters.label')}
        {count > 0 ? (
          <span className="num grid min-w-5.5 place-items-center rounded-full bg-accent-soft px-1.5 text-micro text-accent-ink">
            {count}
          </span>
        ) : null}
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={t('trade-report.filters.label')}
        footer={
          <>
            {clear}
            <Button onPress={() => setIsOpen(false)}>{t('trade-report.filters.done')}</Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">{children}</div>
      </Dialog>
    </>
  );
}

/** How many of all transactions are on screen; said again whenever that changes. */
function Count({ shown, total }: { readonly shown: number | undefined; readonly total: number | undefined }) {
  const { t } = useTranslation();
  return (
    <p role="status" className="num text-small text-ink-2">
      {shown === undefined || total === undefined ? (
        <Skeleton className="h-5 w-48" />
      ) : (
        t('trade-report.showing', { shown, total })
      )}
    </p>
  );
}

function NoTransactions({
  isFiltered,
  onClear,
}: {
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}) {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t('trade-report.empty.title')}
      icon={<ReportIcon size={28} />}
      action={
        isFiltered ? (
          <Button variant="quiet" onPress={onClear}>
            {t('trade-report.filters.clear')}
          </Button>
        ) : null
      }
    >
      {t(isFiltered ? 'trade-report.empty.filtered' : 'trade-report.empty.none')}
    </EmptyState>
  );
}
