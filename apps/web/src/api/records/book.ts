/** The order book of one instrument, built from snapshots and changes. */
import { applyLevels } from '@salar/client/book-levels';
import type { BookLevel } from '@salar/client/book-levels';
import type { LevelChange, MarketSide } from './market-rows.ts';

/** The total of the orders that rest at one price, and how many they are. */
export type Level = BookLevel & { readonly orders: number };

/** Best price first on both sides. */
export type Book = { readonly bids: readonly Level[]; readonly asks: readonly Level[] };

export const emptyBook: Book = { bids: [], asks: [] };

/** Returns the book with the changes applied. A side without changes stays the same list. */
export function applyLevelChanges(book: Book, changes: readonly LevelChange[]): Book {
  return {
    bids: applyLevels(book.bids, pickLevels(changes, 'buy'), -1),
    asks: applyLevels(book.asks, pickLevels(changes, 'sell'), 1),
  };
}

/** Returns the side that an order of `side` would trade against. */
export function getOpposingLevels(book: Book, side: MarketSide): readonly Level[] {
  return side === 'buy' ? book.asks : book.bids;
}

function pickLevels(changes: readonly LevelChange[], side: MarketSide): readonly Level[] {
  return changes
    .filter((change) => change.side === side)
    .map(({ price, quantity, orders }) => ({ price, quantity, orders }));
}
