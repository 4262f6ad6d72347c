/** Matches an accepted order against the other side of the book: best price first, oldest first. */
import type { Stamp } from '@salar/protocol';
import type { Order } from '../../book/order.ts';
import type { PriceLevel } from '../../book/price-level.ts';
import type { Money } from '../../state/money.ts';
import type { State } from '../../state/state.ts';
import { cancelPartner } from '../oco.ts';
import { fill } from './fill.ts';
import type { Walk, WalkEnd, Want } from './match-request.ts';
import { isSelfTrade } from './self-trade.ts';

/**
 * Trades until the request is met or no further trade is possible. The caller decides what becomes of the remainder.
 *
 * Both orders of a trade cancel the other half of their pair before they trade.
 */
export function execute(state: State, order: Order, want: Want, stamp: Stamp): Walk {
  const { side, worstKey } = want;
  const { money } = order.instrument;
  let lotsLeft = want.lots;
  let valueLeft = want.value;
  let lastLotCost = 0n;
  let end: WalkEnd = 'book_empty';
  for (let level = side.best; level !== null; level = side.best) {
    end = 'price_out_of_reach';
    if (level.key < worstKey) break;
    const maker = level.oldest;
    if (maker === null) break;
    end = 'own_order';
    if (isSelfTrade(want, maker)) break;
    end = 'value_below_lot';
    const offered = maker.shown;
    const lots = lotsFrom(offered, level, money, lotsLeft, valueLeft);
    if (lots === 0n) break;
    if (order.pair !== null) cancelPartner(state, order, stamp);
    if (maker.pair !== null) cancelPartner(state, maker, stamp);
    lastLotCost = level.lotCost;
    // Fewer lots than offered: the value is spent. Taking again would round what remains down a second time.
    const isLast = lots < offered;
    const cost = fill(state, order, maker, level, lots, stamp);
    lotsLeft -= lots;
    if (valueLeft !== null) valueLeft -= cost;
    end = lotsLeft === 0n ? 'wanted_no_more' : 'value_below_lot';
    if (lotsLeft === 0n || isLast) break;
    end = 'book_empty';
  }
  return walkOf(money, want, { lotsLeft, valueLeft, notional: order.notional, lastLotCost, end });
}

/** Returns how many of the lots that a maker offers are taken; 0n when the value left does not pay for one. */
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

/** Sums up what was taken. `lastLotCost` is what a lot cost at the last price traded at. */
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
