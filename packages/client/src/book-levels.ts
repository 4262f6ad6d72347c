/** Levels of an order book: one side of it, best price first. */
import { compareDecimals, isZero } from './decimal.ts';
import type { Decimal } from './decimal.ts';

/** The total of the orders that rest at one price. */
export type BookLevel = { readonly price: Decimal; readonly quantity: Decimal };

/**
 * Returns a side with the changes applied: each has the whole quantity of its price, and zero removes the price.
 * Without changes it is the same list.
 *
 * @param direction  1 when low prices come first, -1 when high ones do
 */
export function applyLevels<Level extends BookLevel>(
  levels: readonly Level[],
  changes: readonly Level[],
  direction: 1 | -1,
): readonly Level[] {
  if (changes.length === 0) return levels;
  const next = [...levels];
  for (const change of changes) {
    const at = findLevelIndex(next, change.price, direction);
    const found = next[at];
    const isThere = found !== undefined && compareDecimals(found.price, change.price) === 0;
    next.splice(at, isThere ? 1 : 0, ...(isZero(change.quantity) ? [] : [change]));
  }
  return next;
}

/** Returns the first index whose price is not better than this one. */
function findLevelIndex(levels: readonly BookLevel[], price: Decimal, direction: 1 | -1): number {
  let low = 0;
  let high = levels.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = compareDecimals(levels[middle]?.price ?? price, price) * direction;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
