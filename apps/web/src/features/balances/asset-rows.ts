/** The rows of the dashboard and the rules of their order. */
import type { Holding } from '../../api/customer/holdings.ts';
import type { UsdPrice } from '../../api/customer/usd-price.ts';
import { add, compare, isPositive, multiply } from '../../lib/decimal.ts';

/** `price`, `usdValue` and `change24h` are null where no pair with a dollar product tells them. */
export type AssetRow = Holding & {
  readonly price: string | null;
  readonly usdValue: string | null;
  readonly change24h: string | null;
};

export function assetRows(holdings: readonly Holding[], prices: ReadonlyMap<string, UsdPrice>): AssetRow[] {
  return holdings.map((holding) => {
    const found = prices.get(holding.symbol);
    return {
      ...holding,
      price: found?.price ?? null,
      usdValue: found ? multiply(holding.amount, found.price) : null,
      change24h: found?.change24h ?? null,
    };
  });
}

/** Columns by index: asset, balance, price, 24 h change. The fifth, actions, has no order. */
export const columns = ['asset', 'balance', 'price', 'change'] as const;
export type Column = (typeof columns)[number];
export type Sort = { readonly column: Column; readonly descending: boolean };

export const defaultSort: Sort = { column: 'balance', descending: true };

/** The same column toggles; a new column starts descending. */
export function nextSort(sort: Sort, column: Column): Sort {
  return { column, descending: sort.column === column ? !sort.descending : true };
}

/** Rows without the figure in question come last, whichever way the rest is sorted. */
export function sortedRows(rows: readonly AssetRow[], { column, descending }: Sort): AssetRow[] {
  const sign = descending ? -1 : 1;
  return [...rows].sort((a, b) => {
    if (column === 'asset') return sign * a.symbol.localeCompare(b.symbol, 'en');
    if (column === 'balance') return compareBalances(a, b, sign);
    return compareFigures(a, b, column === 'price' ? 'price' : 'change24h', sign);
  });
}

/** By value where a price exists, then by amount. */
function compareBalances(a: AssetRow, b: AssetRow, sign: number): number {
  const byValue = compareFigures(a, b, 'usdValue', sign);
  return byValue || sign * compare(a.amount, b.amount);
}

function compareFigures(
  a: AssetRow,
  b: AssetRow,
  figure: 'price' | 'usdValue' | 'change24h',
  sign: number,
): number {
  const left = a[figure];
  const right = b[figure];
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return sign * compare(left, right);
}

/** The worth of everything, and how many assets with an amount could not be counted. */
export function totalOf(rows: readonly AssetRow[]): { usd: string; uncounted: number } {
  return rows.reduce(
    (total, row) => {
      if (row.usdValue !== null) return { ...total, usd: add(total.usd, row.usdValue) };
      return isPositive(row.amount) ? { ...total, uncounted: total.uncounted + 1 } : total;
    },
    { usd: '0', uncounted: 0 },
  );
}

/** The assets that the total's dropdown offers. */
export function ownedRows(rows: readonly AssetRow[]): AssetRow[] {
  return rows.filter(({ amount }) => isPositive(amount));
}
