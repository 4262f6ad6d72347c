/** Orders that rest in the book. */
import type { Side } from '@salar/protocol';
import { getDisplayQuantity } from './naive-matching.ts';
import { min } from './naive-state.ts';
import type { NaiveOrder, NaiveState } from './naive-state.ts';

/** True when an order with this limit takes what rests at this price. */
export function isWithinLimit(side: Side, limit: number, price: number): boolean {
  return side === 'buy' ? price <= limit : price >= limit;
}

/** Goes behind the others at its price. */
export function addToBook(state: NaiveState, order: NaiveOrder): void {
  order.shown = min(getDisplayQuantity(order), order.left);
  order.place = state.placeCount += 1;
  indexOrder(state, order);
}

/** From here on the order counts as open. */
export function indexOrder(state: NaiveState, order: NaiveOrder): void {
  state.open.push(order);
  state.open.sort((a, b) => a.id - b.id);
}
