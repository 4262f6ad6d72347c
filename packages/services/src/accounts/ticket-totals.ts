/** Deposits and withdrawals of an account by UTC day, month and year. */
import { minor } from '@salar/protocol';
import type { Minor, ProductId } from '@salar/protocol';

/** Minor units of the product. */
export type PeriodTotals = { readonly day: Minor; readonly month: Minor; readonly year: Minor };

export const noTotals: PeriodTotals = { day: minor(0n), month: minor(0n), year: minor(0n) };

/** Adds up tickets by product for the periods that hold `now`. */
export function totalsByProduct(
  tickets: readonly { readonly productId: ProductId; readonly amount: Minor; readonly at: number }[],
  now: number,
): ReadonlyMap<ProductId, PeriodTotals> {
  const date = new Date(now);
  const year = Date.UTC(date.getUTCFullYear(), 0, 1);
  const month = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  const day = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
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
