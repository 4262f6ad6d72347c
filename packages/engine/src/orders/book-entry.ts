/** Orders enter the book and the indexes of open orders, and leave them. */
import { assert } from '@salar/protocol';
import { isWaiting } from '../book/order.ts';
import type { Order } from '../book/order.ts';
import type { InstrumentEntry } from '../state/instrument-entry.ts';
import type { State } from '../state/state.ts';
import type { PriceLevel } from '../book/price-level.ts';
import { refillShown } from './match/display-quantity.ts';
import { placeHold } from './order-holds.ts';

/** Opens what is left of an incoming order: it rests in the book, is indexed as open, and holds its funds. */
export function openOrder(state: State, order: Order, lotCost: bigint): void {
  indexOrder(state, order);
  addToBook(state, order, lotCost);
  placeHold(order);
}

/** Puts an indexed order behind the others at its price. The caller places its hold. */
export function addToBook(state: State, order: Order, lotCost: bigint): void {
  refillShown(order);
  appendToQueue(order, lotCost);
  state.notePriceChange(order.instrument);
}

/** Like `addToBook`, for an order whose shown part is already set. */
export function appendToQueue(order: Order, lotCost: bigint): void {
  const { instrument } = order;
  const side = order.side === 'buy' ? instrument.bids : instrument.asks;
  const level = side.find(order.price) ?? side.open(order.price, lotCost);
  level.append(order);
  assertNotCrossed(instrument);
}

/** Removes a filled order from the book and from the indexes. */
export function removeFilled(state: State, order: Order, level: PriceLevel): void {
  removeFromLevel(order, level);
  unindexOrder(state, order);
}

/** Removes an open order from the book, or from the waiting stops. */
export function removeFromBook(state: State, order: Order): void {
  const { instrument, level } = order;
  if (isWaiting(order)) return instrument.stops.remove(order);
  assert(level !== null, 'an open order rests or waits');
  removeFromLevel(order, level);
  state.notePriceChange(instrument);
}

/** Adds an order to the indexes of open orders, by account, by id, and by expiry, before it enters a book. */
export function indexOrder(state: State, order: Order): void {
  const { account } = order;
  state.orders.add(order);
  state.accountOrders.append(account, order);
  if (order.terms !== null && order.terms.expiresAt > 0) state.expiries.add(order);
}

/** Removes an order from the indexes of open orders. It is no longer in a book. */
export function unindexOrder(state: State, order: Order): void {
  const { account } = order;
  state.accountOrders.remove(account, order);
  if (order.terms !== null && order.terms.expiresAt > 0) state.expiries.remove(order);
  state.orders.remove(order);
}

function removeFromLevel(order: Order, level: PriceLevel): void {
  const { bids, asks } = order.instrument;
  level.remove(order);
  if (level.count === 0) (order.side === 'buy' ? bids : asks).close(level);
}

function assertNotCrossed({ bids, asks }: InstrumentEntry): void {
  if (bids.best === null || asks.best === null) return;
  assert(bids.best.price < asks.best.price, 'a book is never crossed');
}
