/** Cancels: always allowed, whatever the state of account and instrument. */
import { accept, assert, refuse } from '@salar/protocol';
import type { CancelAllOrders, CancelOrder, OutcomeOf, Stamp } from '@salar/protocol';
import { recordOf } from '../book/order.ts';
import type { Order } from '../book/order.ts';
import type { State } from '../state/state.ts';
import { releaseHold, unrest } from './rest.ts';

/** An order that is not open, or not the account's, is unknown. */
export function cancelOrder(state: State, command: CancelOrder, stamp: Stamp): OutcomeOf<CancelOrder> {
  const order = state.orders.get(command.orderId);
  if (order === undefined || order.account.accountId !== command.accountId) return refuse('order_unknown');

  // Nothing below can be refused.
  cancel(state, order, stamp);
  return accept({ canceled: 1 });
}

/** Cancels an account's open orders, oldest first; those of one instrument only unless `instrumentId` is 0. */
export function cancelAllOrders(
  state: State,
  command: CancelAllOrders,
  stamp: Stamp,
): OutcomeOf<CancelAllOrders> {
  const account = state.accounts.get(command.accountId);
  if (account === undefined) return refuse('account_unknown');

  // Nothing below can be refused.
  let canceled = 0;
  let order = account.oldestOrder;
  while (order !== null) {
    const { newer } = order;
    if (command.instrumentId === 0 || order.instrumentId === command.instrumentId) {
      cancel(state, order, stamp);
      canceled++;
    }
    order = newer;
  }
  return accept({ canceled });
}

function cancel(state: State, order: Order, stamp: Stamp): void {
  const { level } = order;
  assert(level !== null, 'an open order rests at a price');
  releaseHold(order, level.lotCost);
  unrest(state, order, level);
  order.updatedAt = stamp.at;
  if (!state.isQuiet) state.sink.orderClosed(recordOf(order, 'canceled', 'user_canceled'));
}
