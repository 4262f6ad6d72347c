/** The order book of one instrument, built from snapshots and changes. */
import { compare, isPositive } from '../../money/decimal.ts';
import type { LevelChange, MarketSide } from './market-rows.ts';

/** The total of the orders that rest at one price. Decimal text. */
export type Level = { readonly price: string; readonly quantity: string; readonly orders: number };

/** Best price first on both sides. */
export type Book = { readonly bids: readonly Level[]; readonly asks: readonly Level[] };

export const emptyBook: Book = { bids: [], asks: [] };

/** Returns the book with the changes applied. A side without changes stays the same list. */
export function applyLevelChanges(book: Book, changes: readonly LevelChange[]): Book {
  return {
    bids: sideWithChanges(book.bids, 'buy', changes),
    asks: sideWithChanges(book.asks, 'sell', changes),
  };
}

/** Returns the side that an order of `side` would trade against. */
export function getOpposingLevels(book: Book, side: MarketSide): readonly Level[] {
  return side === 'buy' ? book.asks : book.bids;
}

function sideWithChanges(
  levels: readonly Level[],
  side: MarketSide,
  changes: readonly LevelChange[],
): readonly Level[] {
  const own = changes.filter((change) => change.side === side);
  if (own.length === 0) return levels;
  const next = [...levels];
  for (const { price, quantity, orders } of own) {
    const place = findLevelIndex(next, price, side);
    const found = next[place];
    const isThere = found !== undefined && compare(found.price, price) === 0;
    const level = isPositive(quantity) ? [{ price, quantity, orders }] : [];
    next.splice(place, isThere ? 1 : 0, ...level);
  }
  return next;
}

/** Returns the index at which a price is, or would be inserted. */
function findLevelIndex(levels: readonly Level[], price: string, side: MarketSide): number {
  let from = 0;
  let to = levels.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const order = compare(levels[middle]?.price ?? '0', price);
    if (side === 'buy' ? order > 0 : order < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
