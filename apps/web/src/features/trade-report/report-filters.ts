/** The filters of the report, and how they are stored in this browser. */
import type { ReportRow, ReportType } from './report-rows.ts';
import { toStatusGroup } from './status-group.ts';
import type { StatusGroup } from './status-group.ts';

/** Dates are the value of a date field: `2026-03-05` in the customer's zone, or an empty text. */
export type ReportFilters = {
  readonly type: ReportType | 'all';
  readonly status: StatusGroup | 'all';
  readonly startDate: string;
  readonly endDate: string;
  readonly productId: number | null;
};

export const noFilters: ReportFilters = {
  type: 'all',
  status: 'all',
  startDate: '',
  endDate: '',
  productId: null,
};

/** The rows that pass every filter, in their order. The end date includes its whole day. */
export function filterRows(rows: readonly ReportRow[], filters: ReportFilters): ReportRow[] {
  const { type, status, productId } = filters;
  const from = startOfDay(filters.startDate) ?? -Infinity;
  const until = startOfDay(filters.endDate, 1) ?? Infinity;
  return rows.filter(
    (row) =>
      (type === 'all' || row.type === type) &&
      (status === 'all' || toStatusGroup(row.status) === status) &&
      (productId === null || row.productIds.includes(productId)) &&
      row.date >= from &&
      row.date < until,
  );
}

/** How many filters are in use. */
export function countFilters(filters: ReportFilters): number {
  const keys = Object.keys(noFilters) as (keyof ReportFilters)[];
  return keys.filter((key) => filters[key] !== noFilters[key]).length;
}

/** Whether both dates are complete and the start is after the end. */
export function areDatesReversed({ startDate, endDate }: ReportFilters): boolean {
  const start = startOfDay(startDate);
  const end = startOfDay(endDate);
  return start !== null && end !== null && start > end;
}

export function swapDates(filters: ReportFilters): ReportFilters {
  return { ...filters, startDate: filters.endDate, endDate: filters.startDate };
}

/**
 * Returns the first moment of a day in the customer's zone, `daysLater` days later.
 *
 * @returns null for text that is not a day; a year below 1000 is still being typed
 */
function startOfDay(day: string, daysLater = 0): number | null {
  const [, year, month, date] = /^([1-9]\d{3})-(\d\d)-(\d\d)$/.exec(day)?.map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) return null;
  const moment = new Date(year, month - 1, date);
  if (moment.getMonth() !== month - 1 || moment.getDate() !== date) return null;
  return new Date(year, month - 1, date + daysLater).getTime();
}

const storageKey = 'ui.tradeReport.filters';
const types: readonly unknown[] = ['all', 'trade', 'deposit', 'withdrawal'];
const statuses: readonly unknown[] = ['all', 'confirmed', 'pending', 'failed'];

/** Reads the saved filters without trusting them: an unreadable value filters nothing. */
export function readFilters(storage: Pick<Storage, 'getItem'>): ReportFilters {
  let saved: unknown;
  try {
    saved = JSON.parse(storage.getItem(storageKey) ?? '{}');
  } catch {
    return noFilters;
  }
  if (typeof saved !== 'object' || saved === null) return noFilters;
  const { type, status, startDate, endDate, productId } = saved as Record<string, unknown>;
  return {
    type: types.includes(type) ? (type as ReportFilters['type']) : 'all',
    status: statuses.includes(status) ? (status as ReportFilters['status']) : 'all',
    startDate: readDay(startDate),
    endDate: readDay(endDate),
    productId: Number.isSafeInteger(productId) ? (productId as number) : null,
  };
}

export function saveFilters(storage: Pick<Storage, 'setItem'>, filters: ReportFilters): void {
  try {
    storage.setItem(storageKey, JSON.stringify(filters));
  } catch {
    // Storage is full or disabled: the filters last until the page is closed.
  }
}

function readDay(value: unknown): string {
  return typeof value === 'string' && startOfDay(value) !== null ? value : '';
}
