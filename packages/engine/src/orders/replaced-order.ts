/** An open order that another one is to replace: looked upon as gone before it goes. */
import type { OrderId, OrderOrigin, PlaceOrder } from '@salar/protocol';
import type { Order } from '../book/order.ts';
import { holdOf, needOf } from './order-holds.ts';
import { termsOf } from './order-conditions.ts';

export type Leaving = {
  readonly order: Order;
  /** The other half of its pair, unless the replacement keeps it. */
  readonly other: Order | null;
  /** Orders that leave. */
  readonly count: 1 | 2;
  /** Minor units that they set aside. */
  readonly funds: bigint;
  /** The first order of the chain of replacements. */
  readonly origin: OrderOrigin;
};

export function leavingOf(order: Order, replacement: PlaceOrder): Leaving {
  const { pair, orderId, clientOrderId } = order;
  const keptId = termsOf(replacement)?.ocoOrderId ?? 0;
  const other = pair === null || pair.orderId === keptId ? null : pair;
  return {
    order,
    other,
    count: other === null ? 1 : 2,
    funds: other === null ? holdOf(order) : holdOf(order) + needOf(other),
    origin: order.origin ?? { orderId, clientOrderId },
  };
}

export function isLeaving(leaving: Leaving | null, order: Order): boolean {
  return leaving !== null && (leaving.order === order || leaving.other === order);
}

export function isLeavingId(leaving: Leaving | null, id: OrderId): boolean {
  return leaving !== null && (leaving.order.orderId === id || leaving.other?.orderId === id);
}
