/** What a new order has been found to name, and what it may count on. */
import { houseAccounts, orderId } from '@salar/protocol';
import type { OrderTerms, PlaceOrder, Stamp } from '@salar/protocol';
import { needOf, Order } from '../../book/order.ts';
import type { Position } from '../../ledger/position.ts';
import type { AccountEntry } from '../../state/account-entry.ts';
import type { InstrumentEntry } from '../../state/instrument-entry.ts';
import type { State } from '../../state/state.ts';
import type { Leaving } from '../change/replaced-order.ts';

const openOrdersMax = 500; // of a customer: bounds what one account can ask of the book
const openQuotesMax = 5_000; // of the house's liquidity: several levels on every instrument

export type Placement = {
  readonly account: AccountEntry;
  readonly instrument: InstrumentEntry;
  /** The client order id belongs to an open order already. */
  readonly isIdInUse: boolean;
  /** What it replaces; null for an order that replaces none. */
  readonly leaving: Leaving | null;
};

/** What an order asks for besides; null when it asks for nothing, as market orders do. */
export function termsOf(command: PlaceOrder): OrderTerms | null {
  return command.orderType === 'market' ? null : command.terms;
}

/** An order that takes what there is at once, and leaves nothing. */
export function isImmediate({ timeInForce }: PlaceOrder): boolean {
  return timeInForce === 'ioc' || timeInForce === 'fok';
}

/** Minor units the account can pay with, what leaves counted in. */
export function availableIn(position: Position, { leaving }: Placement): bigint {
  return leaving === null ? position.available : position.available + leaving.funds;
}

export function hasTooManyOpenOrders({ account, leaving }: Placement): boolean {
  const openOrders = account.openOrderCount - (leaving?.count ?? 0);
  return openOrders >= (account.accountId === houseAccounts.liquidity ? openQuotesMax : openOrdersMax);
}

/** Minor units to set aside for an order that needs `needed`: of a pair only what goes beyond the other half's. */
export function needBeyond(partner: Order | null, needed: bigint): bigint {
  if (partner === null) return needed;
  const covered = needOf(partner);
  return needed > covered ? needed - covered : 0n;
}

/** The order that a command has been found to place, with the next id. It stands nowhere yet. */
export function createOrder(state: State, command: PlaceOrder, placement: Placement, stamp: Stamp): Order {
  const { account, instrument, leaving } = placement;
  const id = state.nextOrderId;
  state.nextOrderId = orderId(id + 1);
  return new Order(id, account, instrument, command, stamp.at, leaving && leaving.origin);
}
