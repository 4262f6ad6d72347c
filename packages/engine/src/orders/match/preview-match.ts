/** Computes what matching would do, without changing anything. */
import type { BookSide } from '../../book/book-side.ts';
import type { Money } from '../../state/money.ts';
import { lotsFrom, walkOf } from './match-order.ts';
import type { Walk, WalkEnd, Want } from './match-request.ts';
import { Offers } from './resting-orders.ts';
import { isSelfTrade } from './self-trade.ts';

/** Returns what `execute` would return for the same request on the same book. */
export function survey(money: Money, want: Want): Walk {
  let lotsLeft = want.lots;
  let valueLeft = want.value;
  let notional = 0n;
  let lastLotCost = 0n;
  let end: WalkEnd = 'book_empty';
  for (const offers = new Offers(want.side); offers.level !== null; offers.next()) {
    const { level, order, lots: offered } = offers;
    end = 'price_out_of_reach';
    if (level.key < want.worstKey) break;
    end = 'own_order';
    if (order !== null && isSelfTrade(want, order)) break;
    end = 'value_below_lot';
    const lots = lotsFrom(offered, level, money, lotsLeft, valueLeft);
    if (lots === 0n) break;
    const cost = money.notional(level.lotCost, lots);
    notional += cost;
    lotsLeft -= lots;
    if (valueLeft !== null) valueLeft -= cost;
    lastLotCost = level.lotCost;
    end = lotsLeft === 0n ? 'wanted_no_more' : 'value_below_lot';
    if (lotsLeft === 0n || lots < offered) break;
    end = 'book_empty';
  }
  return walkOf(money, want, { lotsLeft, valueLeft, notional, lastLotCost, end });
}

/** True when a limit order at this price would meet the best price of the other side. */
export function wouldTake(otherSide: BookSide, price: number): boolean {
  return otherSide.best !== null && otherSide.best.key >= otherSide.keyOf(price);
}
