/** An account inside the engine: rights, open orders, and remembered ids and volumes. */
import { houseAccounts, owingAccounts } from '@salar/protocol';
import type { AccountId, AccountKind } from '@salar/protocol';
import type { TradeVolume } from '../fees/trade-volume.ts';
import type { WithdrawalUsage } from '../funds/withdrawal-limits.ts';
import type { ClientOrders } from '../orders/place/client-orders.ts';

export class AccountEntry {
  // Fields lie in memory in this order: those that every order touches come first, next to each other.
  readonly accountId: AccountId;
  /** Index of this account in the positions of every product. Unique, with no other meaning. */
  readonly index: number;
  /** Customers and the house's liquidity account trade; the other house accounts are ledger accounts only. */
  readonly canTrade: boolean;
  locked = false;
  openOrderCount = 0;
  /** Ends of the list of its open orders; see `State.accountOrders`. */
  oldestSlot = 0;
  newestSlot = 0;

  clientOrders: ClientOrders | null = null;
  /** Null until the first trade that counts. */
  tradeVolume: TradeVolume | null = null;
  readonly kind: AccountKind;
  /** The account is the counterpart of what the exchange owes, and may be below zero. */
  readonly canOwe: boolean;
  level = 0;
  /** Null until the first withdrawal. */
  usage: WithdrawalUsage | null = null;

  constructor(accountId: AccountId, kind: AccountKind, index: number) {
    this.accountId = accountId;
    this.index = index;
    this.kind = kind;
    this.canTrade = kind === 'customer' || accountId === houseAccounts.liquidity;
    this.canOwe = owingAccounts.includes(accountId);
  }
}
