/** The rows of the dashboard and how they are sorted. */
import type { Sort } from '@salar/ui';
import type { Listed } from '../../customer/holdings.ts';
import type { UsdPrice } from '../../customer/usd-price.ts';
import { add, compare, isPositive, multiply } from '../../money/decimal.ts';

/** The customer's amounts of an asset; null while they could not be loaded. */
export type Amounts = Readonly<Record<'amount' | 'hold' | 'available', string | null>>;
export const unknownAmounts: Amounts = { amount: null, hold: null, available: null };

/** `price`, `usdValue` and `change24h` are null where no pair with a dollar product provides them. */
export type AssetRow = Listed &
  Amounts & {
    readonly price: string | null;
    readonly usdValue: string | null;
    readonly change24h: string | null;
  };

export function toAssetRows(
  holdings: readonly (Listed & Amounts)[],
  prices: ReadonlyMap<string, UsdPrice>,
): AssetRow[] {
  return holdings.map((holding) => {
    const found = prices.get(holding.symbol);
    return {
      ...holding,
      price: found?.price ?? null,
      usdValue: found && holding.amount !== null ? multiply(holding.amount, found.price) : null,
      change24h: found?.change24h ?? null,
    };
  });
}

/** Columns by index: asset, balance, price, 24 h change. The fifth, actions, cannot be sorted. */
type SortColumn = 'asset' | 'balance' | 'price' | 'change';

/** Product spec, section 4: column 1, descending. */
export const defaultSort: Sort = { columnId: 'balance', direction: 'descending' };

/** Sorts the rows. Rows without the figure in question come last in either direction. */
export function sortRows(rows: readonly AssetRow[], { columnId, direction }: Sort): AssetRow[] {
  const sign = direction === 'descending' ? -1 : 1;
  const compareRows = comparisons[columnId as SortColumn] ?? comparisons.balance;
  return [...rows].sort((a, b) => compareRows(a, b, sign));
}

const comparisons: Readonly<Record<SortColumn, (a: AssetRow, b: AssetRow, sign: number) => number>> = {
  asset: (a, b, sign) => sign * a.symbol.localeCompare(b.symbol, 'en'),
  balance: compareBalances,
  price: (a, b, sign) => compareFigures(a, b, 'price', sign),
  change: (a, b, sign) => compareFigures(a, b, 'change24h', sign),
};

/** Compares by value where a price exists, then by amount. */
function compareBalances(a: AssetRow, b: AssetRow, sign: number): number {
  const byValue = compareFigures(a, b, 'usdValue', sign);
  return byValue || compareFigures(a, b, 'amount', sign);
}

function compareFigures(
  a: AssetRow,
  b: AssetRow,
  figure: 'amount' | 'price' | 'usdValue' | 'change24h',
  sign: number,
): number {
  const left = a[figure];
  const right = b[figure];
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return sign * compare(left, right);
}

/** Computes the value of all assets, null when none of them has a price, and how many owned assets were not counted. */
export function computeTotal(rows: readonly AssetRow[]): { usd: string | null; uncounted: number } {
  const owned = filterOwned(rows);
  const values = owned.flatMap(({ usdValue }) => (usdValue === null ? [] : [usdValue]));
  const uncounted = owned.length - values.length;
  return { usd: values.length === 0 && uncounted > 0 ? null : values.reduce(add, '0'), uncounted };
}

/** In dollars. */
const smallBelowUsd = '1';

/**
 * Returns whether a row can be left out of the table: it is worth less than one dollar, or is zero where it has no
 * price, and nothing of it is on hold or on its way. Unknown figures count as not small.
 *
 * @param pending  decimal text of deposits on their way; undefined while unknown
 */
export function isSmall({ amount, hold, usdValue }: AssetRow, pending: string | undefined): boolean {
  if (amount === null || hold === null || pending === undefined) return false;
  if (isPositive(hold) || isPositive(pending)) return false;
  return usdValue === null ? !isPositive(amount) : compare(usdValue, smallBelowUsd) < 0;
}

/** The owned assets, which the total's dropdown offers. */
export function filterOwned(rows: readonly AssetRow[]): AssetRow[] {
  return rows.filter(({ amount }) => amount !== null && isPositive(amount));
}
