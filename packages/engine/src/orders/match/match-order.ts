/** Walks the book for an accepted order and trades with what it meets: best price first, oldest first. */
import type { Stamp } from '@salar/protocol';
import { shownOf } from '../../book/order.ts';
import type { Order } from '../../book/order.ts';
import type { State } from '../../state/state.ts';
import { cancelOther } from '../change/end-order.ts';
import { fill } from './fill.ts';
import { lotsFrom, walkOf } from './match-request.ts';
import type { Walk, WalkEnd, Want } from './match-request.ts';

/**
 * Trades until the want is met or the walk ends; leaves the order's own remainder to the caller.
 *
 * Whatever trades cancels the other half of its pair before.
 */
export function execute(state: State, order: Order, want: Want, stamp: Stamp): Walk {
  const { side, account, worstKey } = want;
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
    if (maker.account === account) break;
    end = 'value_below_lot';
    const offered = shownOf(maker);
    const lots = lotsFrom(offered, level, money, lotsLeft, valueLeft);
    if (lots === 0n) break;
    if (order.pair !== null) cancelOther(state, order, stamp);
    if (maker.pair !== null) cancelOther(state, maker, stamp);
    lastLotCost = level.lotCost;
    // Less than was offered: the value is spent. What remains must not be asked again, for a second rounding down.
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
