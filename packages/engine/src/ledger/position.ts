/** One account's position in one product: available and held amounts. */
import { assert } from '@salar/protocol';
import type { AccountEntry } from '../state/account-entry.ts';
import type { ProductEntry } from '../state/product-entry.ts';

export class Position {
  readonly account: AccountEntry;
  readonly product: ProductEntry;
  /** Minor units free to use. Below zero only for accounts that may owe. */
  available = 0n;
  /** Minor units held: the sum of the account's open holds in this product. */
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

  /** Checks the invariants of a position. Call whenever a change is complete. */
  assertSound(): void {
    assert(this.held >= 0n, 'no position holds less than zero');
    assert(
      this.available >= 0n || this.account.canOwe,
      'no customer and no liquidity account goes below zero',
    );
  }
}
