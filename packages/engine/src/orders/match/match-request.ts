/** What an incoming order asks of the other side of the book, and what became of it. */
import type { BookSide } from '../../book/book-side.ts';
import type { PriceLevel } from '../../book/price-level.ts';
import type { AccountEntry } from '../../state/account-entry.ts';
import type { Money } from '../../state/money.ts';

export type Want = {
  readonly account: AccountEntry;
  readonly side: BookSide;
  /** Levels with a lower key are out of reach: of the order's own price, or of the collar. */
  readonly worstKey: number;
  /** The most lots to take. */
  readonly lots: bigint;
  /** The most quote minor units to exchange; null when only lots count. */
  readonly value: bigint | null;
};

/** More lots than any book can hold, for orders that are bounded by value alone. */
export const lotsUnbounded = 2n ** 128n;

export type Walk = {
  readonly lots: bigint;
  /** Quote minor units. */
  readonly notional: bigint;
  /** All that was wanted was found. By value: what is left does not pay for one more lot. */
  readonly isDone: boolean;
  readonly end: WalkEnd;
};

/** Why a walk through the book stopped. */
export type WalkEnd =
  'wanted_no_more' | 'book_empty' | 'price_out_of_reach' | 'own_order' | 'value_below_lot';

/** How many lots to take of those that a maker offers; 0n when the value left does not pay for one. */
export function lotsFrom(
  offered: bigint,
  level: PriceLevel,
  money: Money,
  lotsLeft: bigint,
  valueLeft: bigint | null,
): bigint {
  const lots = offered < lotsLeft ? offered : lotsLeft;
  if (valueLeft === null) return lots;
  const payable = money.lotsFor(level.lotCost, valueLeft);
  return payable < lots ? payable : lots;
}

/** Sums a walk up. `lastLotCost` is what a lot cost at the last price traded at. */
export function walkOf(
  money: Money,
  want: Want,
  ended: {
    readonly lotsLeft: bigint;
    readonly valueLeft: bigint | null;
    readonly notional: bigint;
    readonly lastLotCost: bigint;
    readonly end: WalkEnd;
  },
): Walk {
  const { lotsLeft, valueLeft, notional, end } = ended;
  const lots = want.lots - lotsLeft;
  const isDone = valueLeft === null ? lotsLeft === 0n : lots > 0n && isSpent(valueLeft);
  return { lots, notional, isDone, end };

  function isSpent(left: bigint): boolean {
    return end === 'value_below_lot' || money.lotsFor(ended.lastLotCost, left) === 0n;
  }
}
