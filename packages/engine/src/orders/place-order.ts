/**
 * Placing an order: check, take what the book offers, let the rest wait or cancel it.
 *
 * Refusals stand in the order of `PlaceOrderRefusal`. A client order id told again with the same content is answered
 * before anything that may have changed since is looked at.
 */
import { accept, refuse } from '@salar/protocol';
import type { OrderPlaced, OutcomeOf, PlaceOrder, Stamp } from '@salar/protocol';
import type { AccountEntry } from '../state/account-entry.ts';
import type { InstrumentEntry } from '../state/instrument-entry.ts';
import type { State } from '../state/state.ts';
import { ClientOrders, isSameOrder } from './client-orders.ts';
import type { ClientOrder } from './client-orders.ts';
import { placeLimitOrder } from './place-limit-order.ts';
import { placeMarketOrder } from './place-market-order.ts';

/** What both kinds of order have been found to name. */
export type Placement = {
  readonly account: AccountEntry;
  readonly instrument: InstrumentEntry;
  /** The client order id belongs to an open order already. */
  readonly isIdInUse: boolean;
};

/** Only customers and the house's liquidity place orders; any other account is `account_unknown`. */
export function placeOrder(state: State, command: PlaceOrder, stamp: Stamp): OutcomeOf<PlaceOrder> {
  const account = state.accounts.get(command.accountId);
  if (account === undefined || !account.canTrade) return refuse('account_unknown');
  const instrument = state.instruments.get(command.instrumentId);
  if (instrument === undefined) return refuse('instrument_unknown');
  const { clientOrderId } = command;
  const earlier = clientOrderId === 0 ? undefined : account.clientOrders?.find(clientOrderId);
  if (earlier !== undefined && isSameOrder(earlier.command, command)) return accept(toldAgain(earlier));
  if (account.locked) return refuse('account_locked');
  if (instrument.state !== 'running') return refuse('market_not_running');
  if (command.orderType !== 'limit' && command.orderType !== 'market') return refuse('time_in_force_invalid');

  const isIdInUse = earlier !== undefined && state.orders.has(earlier.placed.orderId);
  const placement: Placement = { account, instrument, isIdInUse };
  const outcome =
    command.orderType === 'limit'
      ? placeLimitOrder(state, command, placement, stamp)
      : placeMarketOrder(state, command, placement, stamp);
  if (outcome.ok && clientOrderId !== 0) {
    account.clientOrders ??= new ClientOrders();
    account.clientOrders.remember({ command, placed: outcome.value }, (orderId) => state.orders.has(orderId));
  }
  return outcome;
}

function toldAgain(earlier: ClientOrder): OrderPlaced {
  return { ...earlier.placed, repeated: true };
}
