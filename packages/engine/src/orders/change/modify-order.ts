/** Reduces an open order. It keeps its queue position and everything else. */
import { accept, refuse } from '@salar/protocol';
import type { ModifyOrder, OutcomeOf, Stamp } from '@salar/protocol';
import { toOrderRecord } from '../../book/order.ts';
import type { Order } from '../../book/order.ts';
import type { State } from '../../state/state.ts';
import { limitShown } from '../match/display-quantity.ts';
import { placeHold, releaseHold } from '../order-holds.ts';

/**
 * Releases what the removed lots had set aside. Allowed for locked accounts; the market must not be `paused` or
 * `stopped`. `quantity_invalid` means outside 1 to the remaining quantity.
 */
export function modifyOrder(state: State, command: ModifyOrder, stamp: Stamp): OutcomeOf<ModifyOrder> {
  const order = state.orders.get(command.orderId);
  if (order === undefined || order.accountId !== command.accountId) return refuse('order_unknown');
  const { instrument } = order;
  if (instrument.state === 'paused' || instrument.state === 'stopped') return refuse('market_not_running');
  const { quantity } = command;
  if (quantity < 1n || quantity > order.remaining) return refuse('quantity_invalid');
  if (quantity < instrument.quantityMin) return refuse('quantity_below_minimum');

  // Nothing below can be refused.
  releaseHold(order);
  shrink(order, quantity);
  placeHold(order);
  order.level?.invalidateSummary();
  order.updatedAt = stamp.at;
  if (!state.isQuiet) state.sink.orderWorking(toOrderRecord(order, 'working', 'modified'));
  return accept(null);
}

/** The order shows at most what remains. */
function shrink(order: Order, left: bigint): void {
  const { shown } = order;
  order.quantity -= order.remaining - left;
  order.remaining = left;
  limitShown(order, shown);
}
