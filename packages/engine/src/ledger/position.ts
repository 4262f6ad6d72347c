/** One account's amount of one product: what is free and what is set aside. */
import { assert } from '@salar/protocol';
import type { AccountEntry } from '../state/account-entry.ts';
import type { ProductEntry } from '../state/product-entry.ts';

export class Position {
  readonly account: AccountEntry;
  readonly product: ProductEntry;
  /** Minor units free to use. Below zero only on the accounts that may owe. */
  available = 0n;
  /** Minor units set aside: the sum of the account's open holds in this product. */
  held = 0n;

  constructor(account: AccountEntry, product: ProductEntry) {
    this.account = account;
    this.product = product;
  }

  get total(): bigint {
    return this.available + this.held;
  }

  hold(amount: bigint): void {
    this.available -= amount;
    this.held += amount;
  }

  release(amount: bigint): void {
    this.available += amount;
    this.held -= amount;
  }

  /** States what must be true of every position whenever a change to it is complete. */
  assertSound(): void {
    assert(this.held >= 0n, 'no position holds less than nothing');
    assert(this.available >= 0n || this.account.canOwe, 'no customer and no liquidity goes below zero');
  }
}
