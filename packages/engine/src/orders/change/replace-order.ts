/** Replaces an open order by a new one: both happen, or neither does. */
import { accept, refuse } from '@salar/protocol';
import type { OutcomeOf, PlaceOrder, ReplaceOrder, Stamp } from '@salar/protocol';
import type { Order } from '../../book/order.ts';
import type { State } from '../../state/state.ts';
import { findClientOrder, isSameOrder, toRepeatedOutcome } from '../place/client-orders.ts';
import { admitOrder } from '../place/admit-order.ts';
import { isIdBeingReplaced, toReplacedOrder } from '../replaced-order.ts';

/**
 * The replacement is refused like any other order, with one difference: the order that it replaces is treated as
 * already gone. Its funds, its client order id and its slot among the open orders are free.
 */
export function replaceOrder(state: State, command: ReplaceOrder, stamp: Stamp): OutcomeOf<ReplaceOrder> {
  const { replacement } = command;
  const account = state.accounts.get(replacement.accountId);
  if (account === undefined || !state.accounts.canTrade(account)) return refuse('account_unknown');
  const instrument = state.instruments.get(replacement.instrumentId);
  if (instrument === undefined) return refuse('instrument_unknown');
  const { clientOrderId } = replacement;
  const earlier = findClientOrder(state, account, clientOrderId);
  const isSame = earlier?.replacedId === command.orderId && isSameOrder(earlier.command, replacement);
  if (earlier !== undefined && isSame) return accept(toRepeatedOutcome(earlier));
  const order = state.orders.get(command.orderId);
  if (order === undefined || order.account !== account) return refuse('order_unknown');
  if (!isAlike(order, replacement)) return refuse('replacement_mismatch');
  const replaced = toReplacedOrder(order, replacement);
  const isIdInUse =
    earlier !== undefined &&
    state.orders.has(earlier.placed.orderId) &&
    !isIdBeingReplaced(replaced, earlier.placed.orderId);
  return admitOrder(state, replacement, { account, instrument, isIdInUse, replaced }, stamp);
}

/** A replacement keeps instrument and side, and an order of a customer never becomes a quote. */
function isAlike(order: Order, { instrumentId, side, isQuote }: PlaceOrder): boolean {
  return order.instrumentId === instrumentId && order.side === side && order.isQuote === isQuote;
}
