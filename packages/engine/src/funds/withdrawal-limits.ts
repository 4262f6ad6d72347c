/**
 * Daily and monthly withdrawal limits, in minor units of the notional product: how much of them an account has
 * used, and whether one more withdrawal would exceed them.
 *
 * All times are local times of the exchange (`State.toLocalTime`), from which days and months are derived.
 */
import type { HoldWithdrawalRefusal } from '@salar/protocol';
import type { LevelLimits } from '../state/state.ts';
import { toDayNumber, toMonthNumber } from './calendar.ts';

/**
 * Checks one more withdrawal against the limits of the account's level; the daily limit first.
 *
 * @returns null while both limits hold
 */
export function findLimitRefusal(
  usage: WithdrawalUsage,
  { dailyLimit, monthlyLimit }: LevelLimits,
  notional: bigint,
  at: number,
): HoldWithdrawalRefusal | null {
  const used = usage.usedOn(at);
  if (dailyLimit !== null && used.day + notional > dailyLimit) return 'daily_limit_exceeded';
  if (monthlyLimit !== null && used.month + notional > monthlyLimit) return 'monthly_limit_exceeded';
  return null;
}

/** Sums of the newest day and month with a withdrawal. Older sums are no longer needed. */
export class WithdrawalUsage {
  day = 0;
  daySum = 0n;
  month = 0;
  monthSum = 0n;

  usedOn(at: number): { readonly day: bigint; readonly month: bigint } {
    return {
      day: this.day === toDayNumber(at) ? this.daySum : 0n,
      month: this.month === toMonthNumber(at) ? this.monthSum : 0n,
    };
  }

  add(notional: bigint, at: number): void {
    const used = this.usedOn(at);
    this.day = toDayNumber(at);
    this.daySum = used.day + notional;
    this.month = toMonthNumber(at);
    this.monthSum = used.month + notional;
  }

  /** Subtracts a withdrawal that began at `at`, if its day or month is still the newest one. */
  subtract(notional: bigint, at: number): void {
    if (this.day === toDayNumber(at)) this.daySum -= notional;
    if (this.month === toMonthNumber(at)) this.monthSum -= notional;
  }
}
