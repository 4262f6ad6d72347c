/** Checks the amount of a withdrawal; problems are found in the order in which the customer sees them. */
import { compare, isPositive, subtract, truncate } from '../../../money/decimal.ts';

export type AmountProblem =
  | 'empty'
  | 'zero'
  | 'exceedsBalance'
  | 'exceedsDailyLimit'
  | 'exceedsDailyLeft'
  | 'exceedsMonthlyLimit'
  | 'exceedsMonthlyLeft'
  | 'netNotPositive'
  | 'belowMinimum'
  | 'tooPrecise';

/** A limit and what is left of it. `'-1'` is unlimited. */
export type LimitUsage = { readonly limit: string; readonly left: string };

export type AmountCheck = {
  /** Decimal text as typed; empty before the first digit. */
  readonly amount: string;
  readonly available: string;
  /** Null while unknown, then only the server checks. */
  readonly daily: LimitUsage | null;
  readonly monthly: LimitUsage | null;
  /** Null while loading. */
  readonly fee: string | null;
  /** Null where there is no minimum. */
  readonly amountMin: string | null;
  /** Decimals that the chosen method can move: whole pesos have 0. */
  readonly placesMax: number;
};

/** Decimals of displayed limits, cut: the displayed rest is never more than the actual one. */
export const limitPlacesMax = 8;

/** Returns the first problem that applies, or null. */
export function checkAmount(check: AmountCheck): AmountProblem | null {
  const { amount, available, daily, monthly, fee, amountMin, placesMax } = check;
  if (amount === '') return 'empty';
  if (!isPositive(amount)) return 'zero';
  if (compare(amount, available) > 0) return 'exceedsBalance';
  const overDaily = findExceeded(amount, daily);
  if (overDaily) return overDaily === 'limit' ? 'exceedsDailyLimit' : 'exceedsDailyLeft';
  const overMonthly = findExceeded(amount, monthly);
  if (overMonthly) return overMonthly === 'limit' ? 'exceedsMonthlyLimit' : 'exceedsMonthlyLeft';
  if (fee !== null && !isPositive(computeNet(amount, fee))) return 'netNotPositive';
  if (amountMin !== null && compare(amount, amountMin) < 0) return 'belowMinimum';
  return compare(truncate(amount, placesMax), amount) === 0 ? null : 'tooPrecise';
}

/** The maximum that can be withdrawn, and what bounds it when that is not the balance. */
export type WithdrawMax = { readonly amount: string; readonly boundBy: 'daily' | 'monthly' | null };

/** Returns the least of the balance and of what the limits leave, cut to the decimals that can be moved. */
export function getWithdrawMax(
  check: Pick<AmountCheck, 'available' | 'daily' | 'monthly' | 'placesMax'>,
): WithdrawMax {
  const { available, daily, monthly, placesMax } = check;
  let max: WithdrawMax = { amount: truncate(available, placesMax), boundBy: null };
  for (const [boundBy, limit] of [
    ['daily', daily],
    ['monthly', monthly],
  ] as const) {
    if (limit === null || isUnlimited(limit.limit)) continue;
    const left = truncate(compare(limit.left, limit.limit) < 0 ? limit.left : limit.limit, placesMax);
    if (compare(left, max.amount) < 0) max = { amount: left, boundBy };
  }
  return max;
}

/** Computes the amount that the receiver gets (product spec, section 9). */
export function computeNet(amount: string, fee: string): string {
  return subtract(amount, fee);
}

export function isUnlimited(limit: string): boolean {
  return compare(limit, '0') < 0;
}

function findExceeded(amount: string, usage: LimitUsage | null): 'limit' | 'left' | null {
  if (usage === null || isUnlimited(usage.limit)) return null;
  if (compare(amount, usage.limit) > 0) return 'limit';
  return compare(amount, usage.left) > 0 ? 'left' : null;
}
