/** Open orders end, wherever they rest or wait, and take the other half of their pair with them. */
import { recordOf } from '../../book/order.ts';
import type { Order } from '../../book/order.ts';
import type { OrderReason, OrderStatus, Stamp } from '@salar/protocol';
import type { State } from '../../state/state.ts';
import { delist, leavePlace, releaseHold } from '../book-entry.ts';

export type Ending = { readonly status: OrderStatus; readonly reason: OrderReason };

const oco: Ending = { status: 'canceled', reason: 'oco' };

/** @returns how many orders ended: with a pair, two */
export function endOrder(state: State, order: Order, ending: Ending, stamp: Stamp): 1 | 2 {
  const { pair } = order;
  endAlone(state, order, ending, stamp);
  if (pair === null) return 1;
  endAlone(state, pair, oco, stamp);
  return 2;
}

/** Ends an open order and leaves the other half of its pair, if it has one, open without a pair. */
export function endAlone(state: State, order: Order, ending: Ending, stamp: Stamp): void {
  releaseHold(order);
  unpair(order);
  leavePlace(state, order);
  delist(state, order);
  order.updatedAt = stamp.at;
  if (!state.isQuiet) state.sink.orderClosed(recordOf(order, ending.status, ending.reason));
}

/** Cancels the other half of an order's pair; the order itself goes on. */
export function cancelOther(state: State, order: Order, stamp: Stamp): void {
  const { pair } = order;
  if (pair === null) return;
  endAlone(state, pair, oco, stamp);
  order.pair = null;
}

function unpair(order: Order): void {
  if (order.pair === null) return;
  order.pair.pair = null;
  order.pair = null;
}
