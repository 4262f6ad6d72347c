/** Cancels, which are allowed in every state of account and instrument. */
import { accept, refuse } from '@salar/protocol';
import type { CancelAllOrders, CancelOrder, OutcomeOf, Stamp } from '@salar/protocol';
import type { Order } from '../../book/order.ts';
import type { State } from '../../state/state.ts';
import { endWithPartner } from '../oco.ts';
import type { Ending } from '../end-order.ts';

const userCanceled: Ending = { status: 'canceled', reason: 'user_canceled' };

/** Cancels one order. An order that is not open, or belongs to another account, is `order_unknown`. */
export function cancelOrder(state: State, command: CancelOrder, stamp: Stamp): OutcomeOf<CancelOrder> {
  const order = state.orders.get(command.orderId);
  if (order === undefined || order.accountId !== command.accountId) return refuse('order_unknown');

  // Nothing below can be refused.
  return accept({ canceled: endWithPartner(state, order, userCanceled, stamp) });
}

/** Cancels an account's open orders, oldest first; only those of one instrument unless `instrumentId` is 0. */
export function cancelAllOrders(
  state: State,
  command: CancelAllOrders,
  stamp: Stamp,
): OutcomeOf<CancelAllOrders> {
  const account = state.accounts.get(command.accountId);
  if (account === undefined) return refuse('account_unknown');

  // Nothing below can be refused.
  const orders: Order[] = [];
  const { accountOrders } = state;
  for (let order = accountOrders.oldest(account); order !== null; order = accountOrders.newer(order)) {
    if (command.instrumentId === 0 || order.instrumentId === command.instrumentId) orders.push(order);
  }
  return accept({ canceled: endOrders(state, orders, userCanceled, stamp) });
}

/** Ends each of the orders that has not ended with its partner before. */
export function endOrders(state: State, orders: readonly Order[], ending: Ending, stamp: Stamp): number {
  let ended = 0;
  for (const order of orders) {
    if (state.orders.has(order.orderId)) ended += endWithPartner(state, order, ending, stamp);
  }
  return ended;
}
