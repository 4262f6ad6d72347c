/** The checks and bookkeeping that every new order goes through, replacement or not. */
import { refuse } from '@salar/protocol';
import type { OutcomeOf, PlaceOrder, Stamp } from '@salar/protocol';
import type { InstrumentEntry } from '../../state/instrument-entry.ts';
import type { State } from '../../state/state.ts';
import { ClientOrders } from './client-orders.ts';
import { placeLimitOrder } from './place-limit-order.ts';
import { placeMarketOrder } from './place-market-order.ts';
import { isImmediate } from '../order-conditions.ts';
import type { Placement } from '../placement.ts';
import { placeStopOrder } from '../stops/place-stop-order.ts';

export function admitOrder(
  state: State,
  command: PlaceOrder,
  placement: Placement,
  stamp: Stamp,
): OutcomeOf<PlaceOrder> {
  const { account, instrument, replaced } = placement;
  if (state.accounts.isLocked(account)) return refuse('account_locked');
  if (instrument.state !== 'running' && !isAdmitted(instrument, command)) return refuse('market_not_running');
  const outcome = placeByType(state, command, placement, stamp);
  if (outcome.ok && command.clientOrderId !== 0) {
    const details = state.accounts.openDetails(account);
    details.clientOrders ??= new ClientOrders();
    details.clientOrders.remember(
      { command, replacedId: replaced && replaced.order.orderId, placed: outcome.value },
      (orderId) => state.orders.has(orderId),
    );
  }
  return outcome;
}

function placeByType(
  state: State,
  command: PlaceOrder,
  placement: Placement,
  stamp: Stamp,
): OutcomeOf<PlaceOrder> {
  switch (command.orderType) {
    case 'limit':
      return placeLimitOrder(state, command, placement, stamp);
    case 'market':
      return placeMarketOrder(state, command, placement, stamp);
    default:
      return placeStopOrder(state, command, placement, stamp);
  }
}

/** A market that is not running accepts at most orders that can rest or wait. */
function isAdmitted({ state }: InstrumentEntry, command: PlaceOrder): boolean {
  if (state !== 'post_only' || command.orderType === 'market') return false;
  return command.orderType !== 'limit' || !isImmediate(command);
}
