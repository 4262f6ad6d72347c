/** An account as the engine keeps it: rights, positions, open orders, and what it must remember. */
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
  /** Customers and the house's liquidity trade; the other house accounts are lines of our books only. */
  readonly canTrade: boolean;
  /** It stands on the other side of the books, below zero. */
  readonly canOwe: boolean;
  level = 0;
  locked = false;
  /** By product index. */
  readonly positions: (Position | undefined)[] = [];
  /** Open orders as a list through the orders themselves, in order of arrival. */
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

  /** The account's position in a product; an untouched one starts at zero. */
  positionIn(product: ProductEntry): Position {
    return this.positions[product.index] ?? this.#openPosition(product);
  }

  #openPosition(product: ProductEntry): Position {
    const position = new Position(this, product);
    // Filled up to the index, so that the array stays packed and quick.
    while (this.positions.length < product.index) this.positions.push(undefined);
    this.positions[product.index] = position;
    return position;
  }
}
