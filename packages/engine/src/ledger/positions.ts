/** Stores the position of every account in one product: the amount that is available, and the amount that is held. */
import { assert } from '@salar/protocol';
import type { AccountRow, Accounts } from '../state/accounts.ts';
import { AmountColumn } from './amount-column.ts';

export class Positions {
  /** Two numbers for each account, side by side: available, then held. */
  readonly #amounts = new AmountColumn();
  readonly #accounts: Accounts;

  constructor(accounts: Accounts) {
    this.#accounts = accounts;
  }

  /** Returns the minor units free to use. Below zero only for accounts that may owe. */
  available(account: AccountRow): bigint {
    return this.#amounts.get(account * 2);
  }

  /** Returns the minor units held: the sum of the account's open holds in this product. */
  held(account: AccountRow): bigint {
    return this.#amounts.get(account * 2 + 1);
  }

  total(account: AccountRow): bigint {
    return this.available(account) + this.held(account);
  }

  /** True when at least `amount` is available. */
  covers(account: AccountRow, amount: bigint): boolean {
    return this.#amounts.isAtLeast(account * 2, amount);
  }

  /** Adds to what is available; an amount below zero is taken from it. */
  add(account: AccountRow, amount: bigint): void {
    this.#amounts.add(account * 2, amount);
    this.#assertNotOwing(account);
  }

  hold(account: AccountRow, amount: bigint): void {
    this.#amounts.subtract(account * 2, amount);
    this.#amounts.add(account * 2 + 1, amount);
    this.assertSound(account);
  }

  release(account: AccountRow, amount: bigint): void {
    this.#amounts.add(account * 2, amount);
    this.#amounts.subtract(account * 2 + 1, amount);
    this.assertSound(account);
  }

  /** Pays out of what is available. */
  pay(account: AccountRow, amount: bigint): void {
    this.#amounts.subtract(account * 2, amount);
    this.#assertNotOwing(account);
  }

  /** Pays out of what is held. */
  payHeld(account: AccountRow, amount: bigint): void {
    this.#amounts.subtract(account * 2 + 1, amount);
    this.#assertNoDebtHeld(account);
  }

  /** Restores a position from a snapshot, which is checked as a whole. */
  restore(account: AccountRow, available: bigint, held: bigint): void {
    this.#amounts.set(account * 2, available);
    this.#amounts.set(account * 2 + 1, held);
  }

  /** Checks the invariants of a position. */
  assertSound(account: AccountRow): void {
    this.#assertNotOwing(account);
    this.#assertNoDebtHeld(account);
  }

  #assertNotOwing(account: AccountRow): void {
    assert(
      !this.#amounts.isNegative(account * 2) || this.#accounts.canOwe(account),
      'no customer and no liquidity account goes below zero',
    );
  }

  #assertNoDebtHeld(account: AccountRow): void {
    assert(!this.#amounts.isNegative(account * 2 + 1), 'no position holds less than zero');
  }
}
