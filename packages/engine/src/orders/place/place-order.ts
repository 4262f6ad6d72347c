/**
 * Placing an order: check, take what the book offers, let the rest wait or cancel it.
 *
 * Refusals stand in the order of `PlaceOrderRefusal`. A client order id told again with the same content is answered
 * before anything that may have changed since is looked at.
 */
import { accept, refuse } from '@salar/protocol';
import type { OutcomeOf, PlaceOrder, Stamp } from '@salar/protocol';
import type { State } from '../../state/state.ts';
import { isSameOrder, toRepeatedOutcome } from './client-orders.ts';
import { admitOrder } from './admit-order.ts';

/** Only customers and the house's liquidity place orders; any other account is `account_unknown`. */
export function placeOrder(state: State, command: PlaceOrder, stamp: Stamp): OutcomeOf<PlaceOrder> {
  const account = state.accounts.get(command.accountId);
  if (account === undefined || !account.canTrade) return refuse('account_unknown');
  const instrument = state.instruments.get(command.instrumentId);
  if (instrument === undefined) return refuse('instrument_unknown');
  const { clientOrderId } = command;
  const earlier = clientOrderId === 0 ? undefined : account.clientOrders?.find(clientOrderId);
  if (earlier !== undefined && earlier.replacedId === null && isSameOrder(earlier.command, command)) {
    return accept(toRepeatedOutcome(earlier));
  }
  const isIdInUse = earlier !== undefined && state.orders.has(earlier.placed.orderId);
  return admitOrder(state, command, { account, instrument, isIdInUse, replaced: null }, stamp);
}
