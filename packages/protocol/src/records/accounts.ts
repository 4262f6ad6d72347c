/** House accounts: fixed lines of our own books. Customers' accounts start at `customerAccountMin`. */
import { accountId } from '../ids.ts';

export const houseAccounts = {
  /** What we hold for customers on chains and in banks. An asset: its positions are zero or below. */
  custody: accountId(1),
  /** Trading and withdrawal fees earned. */
  feeIncome: accountId(2),
  /** Remainders of divisions, so that every entry still sums to zero. */
  rounding: accountId(3),
  /** Money whose owner is not known yet. */
  suspense: accountId(4),
  /** What the operator has put into the business. Its positions are zero or below. */
  operatorFunding: accountId(5),
  /** Losses carried by the house, such as a deposit that a reorg took away. */
  loss: accountId(6),
  /** The liquidity account: quotes every instrument, may not go below zero, like a customer. */
  liquidity: accountId(10),
} as const;

export const customerAccountMin = accountId(1000);
