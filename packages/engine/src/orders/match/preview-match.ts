/** Computes what matching would do, without changing anything. */
import type { BookSide } from '../../book/book-side.ts';
import type { Money } from '../../state/money.ts';
import { countTakenLots, toMatchResult } from './match-order.ts';
import type { MatchResult, MatchEndReason, MatchRequest } from './match-request.ts';
import { RestingOrders } from './resting-orders.ts';
import { isSelfTrade } from './self-trade.ts';

/** Returns what `matchOrder` would return for the same request on the same book. */
export function previewMatch(money: Money, request: MatchRequest): MatchResult {
  let lotsLeft = request.lots;
  let valueLeft = request.value;
  let notional = 0n;
  let lastLotCost = 0n;
  let endReason: MatchEndReason = 'book_empty';
  for (const offers = new RestingOrders(request.side); offers.level !== null; offers.next()) {
    const { level, order, lots: offered } = offers;
    endReason = 'price_out_of_reach';
    if (level.key < request.worstKey) break;
    endReason = 'self_trade';
    if (order !== null && isSelfTrade(request, order)) break;
    endReason = 'value_below_lot';
    const lots = countTakenLots(offered, level, money, lotsLeft, valueLeft);
    if (lots === 0n) break;
    const cost = money.notional(level.lotCost, lots);
    notional += cost;
    lotsLeft -= lots;
    if (valueLeft !== null) valueLeft -= cost;
    lastLotCost = level.lotCost;
    endReason = lotsLeft === 0n ? 'request_met' : 'value_below_lot';
    if (lotsLeft === 0n || lots < offered) break;
    endReason = 'book_empty';
  }
  return toMatchResult(money, request, { lotsLeft, valueLeft, notional, lastLotCost, endReason });
}

/** True when a limit order at this price would meet the best price of the other side. */
export function wouldTake(otherSide: BookSide, price: number): boolean {
  return otherSide.best !== null && otherSide.best.key >= otherSide.toKey(price);
}
