/** House accounts: the fixed ledger accounts of the house. Customers' accounts start at `customerAccountMin`. */
import { accountId } from '../ids.ts';
import type { AccountId } from '../ids.ts';

export const houseAccounts = {
  /**
   * The funds that the exchange holds on chains and in banks, as a debt: below zero. Above zero, more has been paid out than
   * was received, with money that the operator has booked but not yet transferred to the wallet or the bank.
   */
  custody: accountId(1),
  /** Trading and withdrawal fees earned. */
  feeIncome: accountId(2),
  /** Remainders of divisions, so that every entry sums to zero. */
  rounding: accountId(3),
  /** Money whose owner is not known yet. */
  suspense: accountId(4),
  /** Funds that the operator has contributed. Its positions are zero or below. */
  operatorFunding: accountId(5),
  /** Losses carried by the house, such as a deposit that a reorg removed. Its positions are zero or below. */
  loss: accountId(6),
  /** Network fees that the exchange paid. Its positions are zero or below. */
  networkCosts: accountId(7),
  /** The liquidity account: quotes every instrument, and must not go below zero, like a customer. */
  liquidity: accountId(10),
} as const;

/** Accounts that may be below zero: what they owe, the others own. Every other account has zero or more. */
export const owingAccounts: readonly AccountId[] = [
  houseAccounts.custody,
  houseAccounts.operatorFunding,
  houseAccounts.loss,
  houseAccounts.networkCosts,
];

export const customerAccountMin = accountId(1000);
