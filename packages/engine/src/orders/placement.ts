/** What a new order has been found to name, and what it may count on. */
import { houseAccounts, orderId } from '@salar/protocol';
import type { PlaceOrder, Stamp } from '@salar/protocol';
import { Order } from '../book/order.ts';
import type { AccountEntry } from '../state/account-entry.ts';
import type { InstrumentEntry } from '../state/instrument-entry.ts';
import type { State } from '../state/state.ts';
import type { ReplacedOrder } from './replaced-order.ts';

const openOrdersMax = 500; // of a customer: bounds what one account can ask of the book
const openQuotesMax = 5_000; // of the house's liquidity: several levels on every instrument

export type Placement = {
  readonly account: AccountEntry;
  readonly instrument: InstrumentEntry;
  /** The client order id belongs to an open order already. */
  readonly isIdInUse: boolean;
  /** What it replaces; null for an order that replaces none. */
  readonly replaced: ReplacedOrder | null;
};

export function hasTooManyOpenOrders({ account, replaced }: Placement): boolean {
  const openOrders = account.openOrderCount - (replaced?.count ?? 0);
  return openOrders >= (account.accountId === houseAccounts.liquidity ? openQuotesMax : openOrdersMax);
}

/** The order that a command has been found to place, with the next id. It stands nowhere yet. */
export function createOrder(state: State, command: PlaceOrder, placement: Placement, stamp: Stamp): Order {
  const { account, instrument, replaced } = placement;
  const id = state.nextOrderId;
  state.nextOrderId = orderId(id + 1);
  return new Order(id, account, instrument, command, stamp.at, replaced && replaced.origin);
}
