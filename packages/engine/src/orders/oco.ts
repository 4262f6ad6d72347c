/**
 * OCO pairs: one order cancels the other.
 *
 * One half of a pair is a limit order that rests, the other a stop that waits. As soon as one half trades, is
 * triggered, or ends in any way, the other half is canceled. A pair holds the funds that its dearer half needs; see
 * `order-holds.ts`.
 */
import type { Stamp } from '@salar/protocol';
import { isWaiting } from '../book/order.ts';
import type { Order } from '../book/order.ts';
import type { State } from '../state/state.ts';
import { endOrder } from './end-order.ts';
import type { Ending } from './end-order.ts';
import { isBeingReplaced } from './replaced-order.ts';
import { isImmediate } from './order-conditions.ts';
import type { ConditionalOrder } from './order-conditions.ts';

import type { Placement } from './placement.ts';

const oco: Ending = { status: 'canceled', reason: 'oco' };

/**
 * Finds the order with which a new order is to form a pair.
 *
 * @returns null when the command names no partner; undefined when the order it names cannot be its partner
 */
export function findPartner(
  state: State,
  command: ConditionalOrder,
  placement: Placement,
): Order | null | undefined {
  const ocoOrderId = command.terms?.ocoOrderId ?? 0;
  if (command.terms === null || ocoOrderId === 0) return null;
  const partner = state.orders.get(command.terms.ocoOrderId);
  return partner !== undefined && canPair(partner, command, placement) ? partner : undefined;
}

/** One half of a pair rests, the other waits. An order that is being replaced frees its partner for the replacement. */
function canPair(
  partner: Order,
  command: ConditionalOrder,
  { account, instrument, replaced }: Placement,
): boolean {
  if (partner.account !== account || partner.instrument !== instrument || partner.side !== command.side) {
    return false;
  }
  if (isBeingReplaced(replaced, partner)) return false;
  if (partner.pair !== null && !isBeingReplaced(replaced, partner.pair)) return false;
  if (command.orderType === 'limit') return isWaiting(partner) && !isImmediate(command);
  return partner.orderType === 'limit';
}

/** Completes the pair of an order that is now open: until then only the new order refers to its partner. */
export function linkPartner(order: Order): void {
  if (order.pair !== null) order.pair.pair = order;
}

/** Cancels the other half of an order's pair, if it has one. The order itself is not changed. */
export function cancelPartner(state: State, order: Order, stamp: Stamp): void {
  const { pair } = order;
  if (pair === null) return;
  endOrder(state, pair, oco, stamp);
  order.pair = null;
}

/**
 * Ends an open order and cancels its partner.
 *
 * @returns the number of orders ended
 */
export function endWithPartner(state: State, order: Order, ending: Ending, stamp: Stamp): 1 | 2 {
  const { pair } = order;
  endOrder(state, order, ending, stamp);
  if (pair === null) return 1;
  endOrder(state, pair, oco, stamp);
  return 2;
}
