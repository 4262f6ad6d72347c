/** Totals of an account's deposits and withdrawals for the current day, month and year of the exchange. */
import { minor } from '@salar/protocol';
import type { Minor, ProductId } from '@salar/protocol';

/** Amounts in minor units of the product. */
export type PeriodTotals = { readonly day: Minor; readonly month: Minor; readonly year: Minor };

export const noTotals: PeriodTotals = { day: minor(0n), month: minor(0n), year: minor(0n) };

/** Adds up tickets by product for the periods that contain `now`, which begin `dayOffsetMs` before those of UTC. */
export function totalsByProduct(
  tickets: readonly { readonly productId: ProductId; readonly amount: Minor; readonly at: number }[],
  now: number,
  dayOffsetMs: number,
): ReadonlyMap<ProductId, PeriodTotals> {
  const local = new Date(now + dayOffsetMs);
  const findStart = (month: number, day: number) =>
    Date.UTC(local.getUTCFullYear(), month, day) - dayOffsetMs;
  const year = findStart(0, 1);
  const month = findStart(local.getUTCMonth(), 1);
  const day = findStart(local.getUTCMonth(), local.getUTCDate());
  const totals = new Map<ProductId, PeriodTotals>();
  for (const { productId, amount, at } of tickets) {
    const sum = totals.get(productId) ?? noTotals;
    const since = (start: number, before: Minor) => (at >= start ? minor(before + amount) : before);
    totals.set(productId, {
      day: since(day, sum.day),
      month: since(month, sum.month),
      year: since(year, sum.year),
    });
  }
  return totals;
}
