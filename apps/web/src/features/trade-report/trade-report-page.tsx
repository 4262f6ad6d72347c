import {
  Button,
  ButtonLink,
  Card,
  EmptyState,
  ErrorState,
  InlineNotice,
  ReportIcon,
  Skeleton,
  formatDateTime,
  formatDecimal,
  tableQuery,
  useMediaQuery,
  usePrinting,
} from '@salar/ui';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { HideBalancesButton } from '../../lib/amounts/own-amount.tsx';
import { PageHeading } from '../../lib/page-heading.tsx';
import { PrintHead } from '../../lib/print-head.tsx';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import { ExportButton } from './export-button.tsx';
import { FilterFields } from './filter-fields.tsx';
import { FilterSheet } from './filter-sheet.tsx';
import { countFilters, filterRows } from './report-filters.ts';
import type { ReportFilters } from './report-filters.ts';
import { countPages, sliceRows } from './report-pages.ts';
import type { ReportRow } from './report-rows.ts';
import { ReportTable } from './report-table.tsx';
import { useReport } from './use-report.ts';
import { useReportFilters } from './use-report-filters.ts';

/** Trades, deposits and withdrawals in one list: filtered, paged and exported. */
export function TradeReportPage() {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const { rows, error, isRefreshing, retry } = useReport();
  return (
    <div className="flex flex-col gap-6">
      <div className="print:hidden">
        <PageHeading title={t('trade-report.title')} description={t('trade-report.description')} />
      </div>
      {error ? (
        <Card>
          <ErrorState title={t('trade-report.error.title')} retryLabel={t('common.retry')} onRetry={retry}>
            <p>{t('trade-report.error.body')}</p>
            <p>{failureText(error)}</p>
          </ErrorState>
        </Card>
      ) : (
        <Report rows={rows} isRefreshing={isRefreshing} />
      )}
    </div>
  );
}

type ReportProps = {
  /** Undefined while loading. */
  readonly rows: readonly ReportRow[] | undefined;
  readonly isRefreshing: boolean;
};

function Report({ rows, isRefreshing }: ReportProps) {
  const { t } = useTranslation();
  const isWide = useMediaQuery(tableQuery);
  const { filters, change, clear, page, setPage, wereDatesSwapped, settleDates } = useReportFilters();
  const matching = useMemo(() => rows && filterRows(rows, filters), [rows, filters]);
  const filterCount = countFilters(filters);
  // A report that was loaded again can have fewer pages than the one before.
  const shownPage = Math.min(page, Math.max(0, countPages(matching?.length ?? 0) - 1));
  // All rows are printed.
  const isPrinting = usePrinting();
  const shown = matching && (isPrinting ? matching : sliceRows(matching, shownPage));

  const fields = <FilterFields filters={filters} onChange={change} onDatesDone={settleDates} />;
  const clearButton = (
    <Button variant="ghost" size="sm" isDisabled={filterCount === 0} onPress={clear}>
      {t('trade-report.filters.clear')}
    </Button>
  );
  return (
    <>
      <PrintHead title={t('trade-report.title')} period={usePeriod(filters)} />
      {isPrinting ? null : isWide ? (
        <section
          aria-label={t('trade-report.filters.label')}
          // Two whole rows, the dates side by side in the second; one row on a wide screen. A hidden sibling precedes
          // the list.
          className="grid grid-cols-6 items-end gap-3 *:col-span-2 xl:grid-cols-5 xl:*:col-span-1! [&>:nth-child(-n+2_of_:not([aria-hidden],template))]:col-span-3"
        >
          {fields}
        </section>
      ) : (
        <FilterSheet count={filterCount} clear={clearButton}>
          {fields}
        </FilterSheet>
      )}
      {wereDatesSwapped ? (
        <InlineNotice tone="info" isAnnounced>
          {t('trade-report.filters.swapped')}
        </InlineNotice>
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-3">
        <Count matching={matching?.length} total={rows?.length} />
        <div className="flex items-center gap-2 print:hidden">
          <HideBalancesButton />
          {isWide ? clearButton : null}
          <ExportButton rows={matching} />
        </div>
      </div>
      <ReportTable
        rows={shown}
        page={shownPage}
        pages={countPages(matching?.length ?? 0)}
        onPageChange={setPage}
        isRefreshing={isRefreshing}
        empty={rows && rows.length > 0 ? <NothingMatches clear={clearButton} /> : <NoTransactions />}
      />
    </>
  );
}

/** Describes the period that the filters include. */
function usePeriod({ startDate, endDate }: ReportFilters): string {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const day = (date: string) => formatDateTime(`${date}T12:00:00`, language, 'date');
  const from = startDate === '' ? '' : day(startDate);
  const until = endDate === '' ? '' : day(endDate);
  if (from !== '' && until !== '') return t('trade-report.print.period', { from, until });
  if (from !== '') return t('trade-report.print.from', { from });
  return until === '' ? t('trade-report.print.always') : t('trade-report.print.until', { until });
}

type CountProps = { readonly matching: number | undefined; readonly total: number | undefined };

/** The number of transactions that pass the filters, on all pages; announced again whenever it changes. */
function Count({ matching, total }: CountProps) {
  const { t } = useTranslation();
  return (
    <p role="status" className="num text-small whitespace-normal text-ink-2">
      {matching === undefined || total === undefined ? (
        <Skeleton className="h-5 w-48" />
      ) : (
        t('trade-report.showing', { shown: formatCount(matching), total: formatCount(total) })
      )}
    </p>
  );
}

/** @example grouped(3000)   // '3,000' */
function formatCount(count: number): string {
  return formatDecimal(String(count), { minPlaces: 0 });
}

function NoTransactions() {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t('trade-report.empty.title')}
      icon={<ReportIcon size={28} />}
      action={<ButtonLink href="/ramping/deposit">{t('trade-report.empty.action')}</ButtonLink>}
    >
      {t('trade-report.empty.none')}
    </EmptyState>
  );
}

function NothingMatches({ clear }: { readonly clear: ReactNode }) {
  const { t } = useTranslation();
  return (
    <EmptyState title={t('trade-report.empty.title')} icon={<ReportIcon size={28} />} action={clear}>
      {t('trade-report.empty.filtered')}
    </EmptyState>
  );
}
