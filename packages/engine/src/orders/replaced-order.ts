/** The order being replaced. Checks of its replacement treat its funds, id and slot as already released. */
import type { OrderId, OrderOrigin, PlaceOrder } from '@salar/protocol';
import type { Order } from '../book/order.ts';
import { computeHold, computeNeed } from './order-holds.ts';
import { getTerms } from './order-conditions.ts';

export type ReplacedOrder = {
  readonly order: Order;
  /** The other half of its pair, unless the replacement keeps it. */
  readonly partner: Order | null;
  /** Number of orders that end: one, or two with the partner. */
  readonly count: 1 | 2;
  /** Minor units that these orders set aside. */
  readonly funds: bigint;
  /** The first order of the chain of replacements. */
  readonly origin: OrderOrigin;
};

export function toReplacedOrder(order: Order, replacement: PlaceOrder): ReplacedOrder {
  const { pair, orderId, clientOrderId } = order;
  const keptId = getTerms(replacement)?.ocoOrderId ?? 0;
  const partner = pair === null || pair.orderId === keptId ? null : pair;
  return {
    order,
    partner,
    count: partner === null ? 1 : 2,
    funds: partner === null ? computeHold(order) : computeHold(order) + computeNeed(partner),
    origin: order.origin ?? { orderId, clientOrderId },
  };
}

export function isBeingReplaced(replaced: ReplacedOrder | null, order: Order): boolean {
  return replaced !== null && (replaced.order === order || replaced.partner === order);
}

export function isIdBeingReplaced(replaced: ReplacedOrder | null, id: OrderId): boolean {
  return replaced !== null && (replaced.order.orderId === id || replaced.partner?.orderId === id);
}
