/**
 * Placing an order: check, match, then rest or cancel the remainder.
 *
 * Refusals are checked in the order of `PlaceOrderRefusal`. A client order id that is repeated with the same
 * content returns the first outcome, before anything is checked that may have changed since.
 */
import { accept, refuse } from '@salar/protocol';
import type { OutcomeOf, PlaceOrder, Stamp } from '@salar/protocol';
import type { State } from '../../state/state.ts';
import { findClientOrder, isSameOrder, toRepeatedOutcome } from './client-orders.ts';
import { admitOrder } from './admit-order.ts';

/** Only customers and the house's liquidity account place orders; any other account is `account_unknown`. */
export function placeOrder(state: State, command: PlaceOrder, stamp: Stamp): OutcomeOf<PlaceOrder> {
  const account = state.accounts.get(command.accountId);
  if (account === undefined || !state.accounts.canTrade(account)) return refuse('account_unknown');
  const instrument = state.instruments.get(command.instrumentId);
  if (instrument === undefined) return refuse('instrument_unknown');
  const { clientOrderId } = command;
  const earlier = findClientOrder(state, account, clientOrderId);
  if (earlier !== undefined && earlier.replacedId === null && isSameOrder(earlier.command, command)) {
    return accept(toRepeatedOutcome(earlier));
  }
  const isIdInUse = earlier !== undefined && state.orders.has(earlier.placed.orderId);
  return admitOrder(state, command, { account, instrument, isIdInUse, replaced: null }, stamp);
}
