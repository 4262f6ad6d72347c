/** The context of a new order: its account and instrument, and the order that it replaces. */
import { houseAccounts, orderId } from '@salar/protocol';
import type { PlaceOrder, Stamp } from '@salar/protocol';
import { Order } from '../book/order.ts';
import type { AccountRow } from '../state/accounts.ts';
import type { InstrumentEntry } from '../state/instrument-entry.ts';
import type { State } from '../state/state.ts';
import type { ReplacedOrder } from './replaced-order.ts';

const openOrdersMax = 500; // per customer: bounds the load that one account can put on the book
const openQuotesMax = 5_000; // for the house's liquidity account: several levels on every instrument

export type Placement = {
  readonly account: AccountRow;
  readonly instrument: InstrumentEntry;
  /** True when an open order already has the same client order id. */
  readonly isIdInUse: boolean;
  /** The order that it replaces; null for an order that replaces none. */
  readonly replaced: ReplacedOrder | null;
};

export function hasTooManyOpenOrders(
  { accounts, accountOrders }: State,
  { account, replaced }: Placement,
): boolean {
  const openOrders = accountOrders.count(account) - (replaced?.count ?? 0);
  if (openOrders < openOrdersMax) return false;
  return accounts.getId(account) !== houseAccounts.liquidity || openOrders >= openQuotesMax;
}

/** Creates an accepted order with the next id. The order is not in any book or index yet. */
export function createOrder(state: State, command: PlaceOrder, placement: Placement, stamp: Stamp): Order {
  const { account, instrument, replaced } = placement;
  const id = state.nextOrderId;
  state.nextOrderId = orderId(id + 1);
  return new Order(id, account, instrument, command, stamp.at, replaced && replaced.origin);
}
