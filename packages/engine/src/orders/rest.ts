/** Orders enter the book and leave it: level, account's list and the map of open orders change together. */
import { assert } from '@salar/protocol';
import { holdOf } from '../book/order.ts';
import type { Order } from '../book/order.ts';
import type { PriceLevel } from '../book/price-level.ts';
import type { Position } from '../ledger/position.ts';
import type { InstrumentEntry } from '../state/instrument-entry.ts';
import type { State } from '../state/state.ts';

/** Puts an order behind the others at its price. Its hold is the caller's business. */
export function rest(state: State, order: Order, lotCost: bigint): void {
  const { instrument, account } = order;
  const side = order.side === 'buy' ? instrument.bids : instrument.asks;
  const level = side.find(order.price) ?? side.open(order.price, lotCost);
  level.append(order);
  order.older = account.newestOrder;
  if (order.older === null) account.oldestOrder = order;
  else order.older.newer = order;
  account.newestOrder = order;
  account.openOrderCount++;
  state.orders.add(order);
  assertNotCrossed(instrument);
}

/** Takes an order out of the book. */
export function unrest(state: State, order: Order, level: PriceLevel): void {
  const { account, instrument } = order;
  level.remove(order);
  if (level.count === 0) (order.side === 'buy' ? instrument.bids : instrument.asks).close(level);
  if (order.older === null) account.oldestOrder = order.newer;
  else order.older.newer = order.newer;
  if (order.newer === null) account.newestOrder = order.older;
  else order.newer.older = order.older;
  order.older = null;
  order.newer = null;
  account.openOrderCount--;
  state.orders.remove(order);
}

/** Sets aside what the order's remainder may still cost. */
export function placeHold(order: Order, lotCost: bigint): void {
  const position = paidFrom(order);
  position.hold(holdOf(order, lotCost));
  position.assertSound();
}

/** Gives back what the order's remainder had set aside. */
export function releaseHold(order: Order, lotCost: bigint): void {
  const position = paidFrom(order);
  position.release(holdOf(order, lotCost));
  position.assertSound();
}

/** The position an order pays from. */
export function paidFrom(order: Order): Position {
  const { instrument } = order;
  return order.account.positionIn(order.side === 'buy' ? instrument.quote : instrument.base);
}

function assertNotCrossed({ bids, asks }: InstrumentEntry): void {
  if (bids.best === null || asks.best === null) return;
  assert(bids.best.price < asks.best.price, 'a book is never crossed');
}
