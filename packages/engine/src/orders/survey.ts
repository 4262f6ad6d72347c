/** Walks the book as an order would, and changes nothing. */
import type { PriceLevel } from '../book/price-level.ts';
import type { Money } from './money.ts';
import { lotsFrom, walkOf } from './want.ts';
import type { Walk, WalkEnd, Want } from './want.ts';

/** Tells what `execute` would do with the same want on the same book. */
export function survey(money: Money, want: Want): Walk {
  let lotsLeft = want.lots;
  let valueLeft = want.value;
  let notional = 0n;
  let lastLotCost = 0n;
  let end: WalkEnd = 'book_empty';
  let level: PriceLevel | null = want.side.best;
  let maker = level?.oldest ?? null;
  while (level !== null && maker !== null) {
    end = 'price_out_of_reach';
    if (level.key < want.worstKey) break;
    end = 'own_order';
    if (maker.account === want.account) break;
    end = 'value_below_lot';
    const lots = lotsFrom(maker, level, money, lotsLeft, valueLeft);
    if (lots === 0n) break;
    const cost = money.notional(level.lotCost, lots);
    notional += cost;
    lotsLeft -= lots;
    if (valueLeft !== null) valueLeft -= cost;
    lastLotCost = level.lotCost;
    end = lotsLeft === 0n ? 'wanted_no_more' : 'value_below_lot';
    if (lotsLeft === 0n || lots < maker.remaining) break;
    end = 'book_empty';
    maker = maker.next;
    if (maker === null) {
      level = level.worse;
      maker = level?.oldest ?? null;
    }
  }
  return walkOf(money, want, { lotsLeft, valueLeft, notional, lastLotCost, end });
}
