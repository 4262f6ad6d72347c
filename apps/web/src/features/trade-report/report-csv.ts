/** The report as a file. Values are unformatted: ISO dates in UTC, plain decimals, words as the exchange says them. */
import { csvText } from '@salar/ui';
import type { ReportRow } from './report-rows.ts';

/** Product spec, section 9. */
export const reportColumns = ['date', 'type', 'token', 'amount', 'price', 'side', 'status'] as const;
export type ReportHeads = Readonly<Record<(typeof reportColumns)[number], string>>;

/** One line of heads, then a line for each row in its order. */
export function reportCsv(rows: readonly ReportRow[], heads: ReportHeads): string {
  return csvText([reportColumns.map((column) => heads[column]), ...rows.map(cells)]);
}

/** @example reportFileName(new Date(2026, 2, 5))   // 'trade-report-2026-03-05.csv' */
export function reportFileName(today: Date): string {
  const year = String(today.getFullYear()).padStart(4, '0');
  const month = String(today.getMonth() + 1).padStart(2, '0');
  const day = String(today.getDate()).padStart(2, '0');
  return `trade-report-${year}-${month}-${day}.csv`;
}

function cells({ date, type, tokenSymbol, amount, price, side, status }: ReportRow): string[] {
  return [new Date(date).toISOString(), type, tokenSymbol, amount, price ?? '', side ?? '', status];
}
