/** The most that an incoming order may take from the other side of the book, and what it took. */
import type { BookSide } from '../../book/book-side.ts';
import type { AccountRow } from '../../state/accounts.ts';

export type MatchRequest = {
  readonly account: AccountRow;
  readonly side: BookSide;
  /** Levels with a lower key are out of reach: beyond the order's own price or the collar. */
  readonly worstKey: number;
  /** The most lots to take. */
  readonly lots: bigint;
  /** The most quote minor units to exchange; null when only lots count. */
  readonly value: bigint | null;
};

/** More lots than any book can hold, for orders that are bounded by value alone. */
export const lotsUnbounded = 2n ** 128n;

export type MatchResult = {
  readonly lots: bigint;
  /** Quote minor units. */
  readonly notional: bigint;
  /** True when the whole request was met. By value: what is left does not pay for one more lot. */
  readonly isComplete: boolean;
  readonly endReason: MatchEndReason;
};

/** Why matching stopped. */
export type MatchEndReason =
  'request_met' | 'book_empty' | 'price_out_of_reach' | 'self_trade' | 'value_below_lot';
