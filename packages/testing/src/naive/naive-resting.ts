/** Orders that rest in the book. */
import type { Side } from '@salar/protocol';
import { getDisplayQuantity } from './naive-matching.ts';
import { min } from './naive-state.ts';
import type { NaiveOrder, NaiveState } from './naive-state.ts';

/** True when an order with this limit may trade at this price. */
export function isWithinLimit(side: Side, limit: number, price: number): boolean {
  return side === 'buy' ? price <= limit : price >= limit;
}

/** Puts an order behind the others at its price. */
export function addToBook(state: NaiveState, order: NaiveOrder): void {
  order.shown = min(getDisplayQuantity(order), order.left);
  order.queueNumber = state.queueCount += 1;
  indexOrder(state, order);
}

/** Adds an order to the open orders. */
export function indexOrder(state: NaiveState, order: NaiveOrder): void {
  state.open.push(order);
  state.open.sort((a, b) => a.id - b.id);
}
