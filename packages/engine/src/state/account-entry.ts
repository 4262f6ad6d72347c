/** An account inside the engine: rights, positions, open orders, and remembered ids and volumes. */
import { houseAccounts, owingAccounts } from '@salar/protocol';
import type { AccountId, AccountKind } from '@salar/protocol';
import type { Order } from '../book/order.ts';
import type { TradeVolume } from '../fees/trade-volume.ts';
import { Position } from '../ledger/position.ts';
import type { ClientOrders } from '../orders/place/client-orders.ts';
import type { ProductEntry } from './product-entry.ts';
import { WithdrawalUsage } from '../funds/withdrawal-limits.ts';

export class AccountEntry {
  readonly accountId: AccountId;
  readonly kind: AccountKind;
  /** Customers and the house's liquidity account trade; the other house accounts are ledger accounts only. */
  readonly canTrade: boolean;
  /** The account is the counterpart of what the exchange owes, and may be below zero. */
  readonly canOwe: boolean;
  level = 0;
  locked = false;
  /** By product index. */
  readonly positions: (Position | undefined)[] = [];
  /** Open orders in order of arrival, as a list linked through the orders. */
  newestOrder: Order | null = null;
  oldestOrder: Order | null = null;
  openOrderCount = 0;
  clientOrders: ClientOrders | null = null;
  /** Null until the first trade that counts. */
  tradeVolume: TradeVolume | null = null;
  usage = new WithdrawalUsage();

  constructor(accountId: AccountId, kind: AccountKind) {
    this.accountId = accountId;
    this.kind = kind;
    this.canTrade = kind === 'customer' || accountId === houseAccounts.liquidity;
    this.canOwe = owingAccounts.includes(accountId);
  }

  /** Returns the account's position in a product, opening it at zero if needed. */
  positionIn(product: ProductEntry): Position {
    return this.positions[product.index] ?? this.#openPosition(product);
  }

  #openPosition(product: ProductEntry): Position {
    const position = new Position(this, product);
    // Filled up to the index, so that the array stays packed and fast.
    while (this.positions.length < product.index) this.positions.push(undefined);
    this.positions[product.index] = position;
    return position;
  }
}
