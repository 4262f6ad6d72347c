/**
 * The report as a file for programs: the same headings in every language, ISO dates in UTC, plain decimals, statuses as
 * the exchange sends them.
 */
import { toCsvText } from '@salar/ui';
import type { ReportRow } from './report-rows.ts';

/** Product spec, section 9. */
const heads = ['Date', 'Type', 'Token', 'Amount', 'Price', 'Side', 'Status'];

/** Writes one line of headings, then a line for each row in its order. */
export function toReportCsv(rows: readonly ReportRow[]): string {
  return toCsvText([heads, ...rows.map(toCells)]);
}

/** @example buildReportFileName(new Date(2026, 2, 5))   // 'trade-report-2026-03-05.csv' */
export function buildReportFileName(today: Date): string {
  const year = String(today.getFullYear()).padStart(4, '0');
  const month = String(today.getMonth() + 1).padStart(2, '0');
  const day = String(today.getDate()).padStart(2, '0');
  return `trade-report-${year}-${month}-${day}.csv`;
}

function toCells({ date, type, tokenSymbol, amount, price, side, status }: ReportRow): string[] {
  return [new Date(date).toISOString(), type, tokenSymbol, amount, price ?? '', side ?? '', status];
}
