/** House accounts: fixed lines of our own books. Customers' accounts start at `customerAccountMin`. */
import { accountId } from '../ids.ts';
import type { AccountId } from '../ids.ts';

export const houseAccounts = {
  /**
   * What we hold on chains and in banks, as a debt: below zero. Above zero, more has been paid out than ever came in, with
   * money that the operator put into the books and not yet into the wallet or the bank.
   */
  custody: accountId(1),
  /** Trading and withdrawal fees earned. */
  feeIncome: accountId(2),
  /** Remainders of divisions, so that every entry still sums to zero. */
  rounding: accountId(3),
  /** Money whose owner is not known yet. */
  suspense: accountId(4),
  /** What the operator has put into the business. Its positions are zero or below. */
  operatorFunding: accountId(5),
  /** Losses carried by the house, such as a deposit that a reorg took away: its positions are zero or below. */
  loss: accountId(6),
  /** What networks took for transactions of ours: its positions are zero or below. */
  networkCosts: accountId(7),
  /** The liquidity account: quotes every instrument, may not go below zero, like a customer. */
  liquidity: accountId(10),
} as const;

/** Accounts on the other side of the books: what they owe, the others own. Every other account has zero or more. */
export const owingAccounts: readonly AccountId[] = [
  houseAccounts.custody,
  houseAccounts.operatorFunding,
  houseAccounts.loss,
  houseAccounts.networkCosts,
];

export const customerAccountMin = accountId(1000);
