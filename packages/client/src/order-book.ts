/** A local order book: a snapshot, then the levels that change. */
import { compareDecimals, isZero } from './decimal.ts';
import type { Decimal } from './decimal.ts';
import type { Level2Row } from './generated/calls.ts';

export type BookLevel = { readonly price: Decimal; readonly quantity: Decimal };

const deleted = 2;
const buySide = 0;

export class OrderBook {
  #bids: readonly BookLevel[] = [];
  #asks: readonly BookLevel[] = [];

  /** Best price first. */
  get bids(): readonly BookLevel[] {
    return this.#bids;
  }

  /** Best price first. */
  get asks(): readonly BookLevel[] {
    return this.#asks;
  }

  /** Replaces everything. */
  reset(rows: readonly Level2Row[]): void {
    this.#bids = [];
    this.#asks = [];
    this.apply(rows);
  }

  /** Applies rows; each one has the whole quantity of a price level. */
  apply(rows: readonly Level2Row[]): void {
    for (const row of rows)
      if (row.Side === buySide) this.#bids = withRow(this.#bids, row, -1);
      else this.#asks = withRow(this.#asks, row, 1);
  }
}

/** @param direction  1 when low prices come first, -1 when high ones do */
function withRow(levels: readonly BookLevel[], row: Level2Row, direction: 1 | -1): readonly BookLevel[] {
  const { Price: price, Quantity: quantity } = row;
  const at = findLevelIndex(levels, price, direction);
  const found = levels[at];
  const isThere = found !== undefined && compareDecimals(found.price, price) === 0;
  const isGone = row.ActionType === deleted || isZero(quantity);
  return levels.toSpliced(at, isThere ? 1 : 0, ...(isGone ? [] : [{ price, quantity }]));
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
