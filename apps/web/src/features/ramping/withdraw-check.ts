/** What stands between an amount and its withdrawal, in the order the customer is told. */
import { compare, isPositive, subtract } from '../../lib/decimal.ts';

export type AmountProblem = 'empty' | 'zero' | 'exceedsBalance' | 'exceedsDailyLimit' | 'netNotPositive';

export type AmountFacts = {
  /** Decimal text as typed; empty before the first digit. */
  readonly amount: string;
  readonly available: string;
  /** `'-1'` is unlimited; null while unknown, then only the server checks. */
  readonly dailyLimit: string | null;
  /** Null while it is being asked. */
  readonly fee: string | null;
};

/** The first problem that applies, or null. */
export function checkAmount({ amount, available, dailyLimit, fee }: AmountFacts): AmountProblem | null {
  if (amount === '') return 'empty';
  if (!isPositive(amount)) return 'zero';
  if (compare(amount, available) > 0) return 'exceedsBalance';
  if (dailyLimit !== null && !isUnlimited(dailyLimit) && compare(amount, dailyLimit) > 0)
    return 'exceedsDailyLimit';
  if (fee !== null && !isPositive(netOf(amount, fee))) return 'netNotPositive';
  return null;
}

/** What the receiver gets (product spec, section 9). */
export function netOf(amount: string, fee: string): string {
  return subtract(amount, fee);
}

export function isUnlimited(dailyLimit: string): boolean {
  return compare(dailyLimit, '0') < 0;
}
