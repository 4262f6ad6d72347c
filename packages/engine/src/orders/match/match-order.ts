/** Matches an accepted order against the other side of the book: best price first, oldest first. */
import type { Stamp } from '@salar/protocol';
import type { Order } from '../../book/order.ts';
import type { PriceLevel } from '../../book/price-level.ts';
import type { Money } from '../../state/money.ts';
import type { State } from '../../state/state.ts';
import { cancelPartner } from '../oco.ts';
import { fill } from './fill.ts';
import type { MatchResult, MatchEndReason, MatchRequest } from './match-request.ts';
import { isSelfTrade } from './self-trade.ts';

/**
 * Trades until the request is met or no further trade is possible. The caller decides what becomes of the
 * remainder.
 *
 * Before a trade, both orders cancel their partners.
 */
export function matchOrder(state: State, order: Order, request: MatchRequest, stamp: Stamp): MatchResult {
  const { side, worstKey } = request;
  const { money } = order.instrument;
  let lotsLeft = request.lots;
  let valueLeft = request.value;
  let lastLotCost = 0n;
  let endReason: MatchEndReason = 'book_empty';
  for (let level = side.best; level !== null; level = side.best) {
    endReason = 'price_out_of_reach';
    if (level.key < worstKey) break;
    const maker = level.oldest;
    if (maker === null) break;
    endReason = 'self_trade';
    if (isSelfTrade(request, maker)) break;
    endReason = 'value_below_lot';
    const offered = maker.shown;
    const lots = countTakenLots(offered, level, money, lotsLeft, valueLeft);
    if (lots === 0n) break;
    if (order.pair !== null) cancelPartner(state, order, stamp);
    if (maker.pair !== null) cancelPartner(state, maker, stamp);
    lastLotCost = level.lotCost;
    // Fewer lots than offered: the value is spent. Another round would round the rest down a second time.
    const isLast = lots < offered;
    const cost = fill(state, order, maker, level, lots, stamp);
    lotsLeft -= lots;
    if (valueLeft !== null) valueLeft -= cost;
    endReason = lotsLeft === 0n ? 'request_met' : 'value_below_lot';
    if (lotsLeft === 0n || isLast) break;
    endReason = 'book_empty';
  }
  return toMatchResult(money, request, {
    lotsLeft,
    valueLeft,
    notional: order.notional,
    lastLotCost,
    endReason,
  });
}

/** Returns how many of the offered lots are taken; 0n when the value left does not pay for one. */
export function countTakenLots(
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

/** Builds the result of matching. `lastLotCost` is the cost of a lot at the last price traded at. */
export function toMatchResult(
  money: Money,
  request: MatchRequest,
  ended: {
    readonly lotsLeft: bigint;
    readonly valueLeft: bigint | null;
    readonly notional: bigint;
    readonly lastLotCost: bigint;
    readonly endReason: MatchEndReason;
  },
): MatchResult {
  const { lotsLeft, valueLeft, notional, endReason } = ended;
  const lots = request.lots - lotsLeft;
  if (valueLeft === null) return { lots, notional, isComplete: lotsLeft === 0n, endReason };
  // Nothing has been traded, and no cost of a lot is known, while `lots` is zero.
  const isSpent =
    lots > 0n && (endReason === 'value_below_lot' || money.lotsFor(ended.lastLotCost, valueLeft) === 0n);
  return { lots, notional, isComplete: isSpent, endReason };
}
