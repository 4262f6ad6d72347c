/** Stores the position of every account in one product: the amount that is available, and the amount that is held. */
import { assert } from '@salar/protocol';
import type { AccountEntry } from '../state/account-entry.ts';
import { AmountColumn } from './amount-column.ts';

export class Positions {
  /** Two numbers for each account, side by side: available, then held. */
  readonly #amounts = new AmountColumn();

  /** Returns the minor units free to use. Below zero only for accounts that may owe. */
  available(account: AccountEntry): bigint {
    return this.#amounts.get(account.index * 2);
  }

  /** Returns the minor units held: the sum of the account's open holds in this product. */
  held(account: AccountEntry): bigint {
    return this.#amounts.get(account.index * 2 + 1);
  }

  total(account: AccountEntry): bigint {
    return this.available(account) + this.held(account);
  }

  /** True when at least `amount` is available. */
  covers(account: AccountEntry, amount: bigint): boolean {
    return this.#amounts.isAtLeast(account.index * 2, amount);
  }

  /** Adds to what is available; an amount below zero is taken from it. */
  add(account: AccountEntry, amount: bigint): void {
    this.#amounts.add(account.index * 2, amount);
    this.#assertNotOwing(account);
  }

  hold(account: AccountEntry, amount: bigint): void {
    this.#amounts.subtract(account.index * 2, amount);
    this.#amounts.add(account.index * 2 + 1, amount);
    this.assertSound(account);
  }

  release(account: AccountEntry, amount: bigint): void {
    this.#amounts.add(account.index * 2, amount);
    this.#amounts.subtract(account.index * 2 + 1, amount);
    this.assertSound(account);
  }

  /** Pays out of what is available. */
  pay(account: AccountEntry, amount: bigint): void {
    this.#amounts.subtract(account.index * 2, amount);
    this.#assertNotOwing(account);
  }

  /** Pays out of what is held. */
  payHeld(account: AccountEntry, amount: bigint): void {
    this.#amounts.subtract(account.index * 2 + 1, amount);
    this.#assertNoDebtHeld(account);
  }

  /** Restores a position from a snapshot, which is checked as a whole. */
  restore(account: AccountEntry, available: bigint, held: bigint): void {
    this.#amounts.set(account.index * 2, available);
    this.#amounts.set(account.index * 2 + 1, held);
  }

  /** Checks the invariants of a position. */
  assertSound(account: AccountEntry): void {
    this.#assertNotOwing(account);
    this.#assertNoDebtHeld(account);
  }

  #assertNotOwing(account: AccountEntry): void {
    assert(
      !this.#amounts.isNegative(account.index * 2) || account.canOwe,
      'no customer and no liquidity account goes below zero',
    );
  }

  #assertNoDebtHeld(account: AccountEntry): void {
    assert(!this.#amounts.isNegative(account.index * 2 + 1), 'no position holds less than zero');
  }
}
