/** Ends an open order, wherever it rests or waits. `oco.ts` ends an order together with its partner. */
import { toOrderRecord } from '../book/order.ts';
import type { Order } from '../book/order.ts';
import type { OrderReason, OrderStatus, Stamp } from '@salar/protocol';
import type { State } from '../state/state.ts';
import { unindexOrder, removeFromBook } from './book-entry.ts';
import { releaseHold } from './order-holds.ts';

export type Ending = { readonly status: OrderStatus; readonly reason: OrderReason };

/** Ends one order. If it belongs to a pair, the other half stays open without a partner. */
export function endOrder(state: State, order: Order, ending: Ending, stamp: Stamp): void {
  releaseHold(order);
  unpair(order);
  removeFromBook(state, order);
  unindexOrder(state, order);
  order.updatedAt = stamp.at;
  if (!state.isQuiet) state.sink.orderClosed(toOrderRecord(order, ending.status, ending.reason));
}

function unpair(order: Order): void {
  if (order.pair === null) return;
  order.pair.pair = null;
  order.pair = null;
}
