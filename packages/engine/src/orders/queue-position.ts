/** A replacement that only reduces an order inherits its queue position. */
import { accept, assert, lots, minor } from '@salar/protocol';
import type { OutcomeOf, PlaceLimitOrder, PlaceOrder, Stamp } from '@salar/protocol';
import { toOrderRecord, toWorkingRecord } from '../book/order.ts';
import type { Order } from '../book/order.ts';
import type { State } from '../state/state.ts';
import { limitShown } from './match/display-quantity.ts';
import { replacedEnding } from './remove-replaced.ts';
import { createOrder } from './placement.ts';
import type { Placement } from './placement.ts';
import { unindexOrder, indexOrder } from './book-entry.ts';
import { placeHold, releaseHold } from './order-holds.ts';

/** True when two limit orders have the same price and terms, and the new one is not larger. */
export function keepsQueuePosition(
  old: Order,
  { timeInForce, price, quantity, terms }: PlaceLimitOrder,
): boolean {
  return (
    old.orderType === 'limit' &&
    old.pair === null &&
    (terms?.ocoOrderId ?? 0) === 0 &&
    old.price === price &&
    old.timeInForce === timeInForce &&
    (old.terms?.displayQuantity ?? 0n) === (terms?.displayQuantity ?? 0n) &&
    (old.terms?.expiresAt ?? 0) === (terms?.expiresAt ?? 0) &&
    quantity <= old.remaining
  );
}

/**
 * The new order shows at most what the old one showed. It is not matched, because the old one rests at the same
 * price.
 */
export function inheritQueuePosition(
  state: State,
  old: Order,
  command: PlaceLimitOrder,
  placement: Placement,
  stamp: Stamp,
): OutcomeOf<PlaceOrder> {
  const { level } = old;
  assert(level !== null, 'a limit order rests');
  const { shown } = old;
  releaseHold(old);
  const order = createOrder(state, command, placement, stamp);
  limitShown(order, shown);
  indexOrder(state, order);
  level.replace(old, order);
  unindexOrder(state, old);
  placeHold(order);
  old.updatedAt = stamp.at;
  if (!state.isQuiet) {
    state.sink.orderClosed(toOrderRecord(old, replacedEnding.status, replacedEnding.reason));
    state.sink.orderWorking(toWorkingRecord(order));
  }
  const { orderId } = order;
  return accept({ orderId, status: 'working', executed: lots(0n), notional: minor(0n), repeated: false });
}
