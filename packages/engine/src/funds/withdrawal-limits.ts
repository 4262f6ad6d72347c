/**
 * How much of its withdrawal limits an account has used, in minor units of the notional product.
 *
 * Times are those of the exchange's own clock (`State.localTime`), of which days and months are taken.
 */
import { dayOf, monthOf } from './calendar.ts';

/** Sums of the newest day and month with a withdrawal; older ones do not matter any more. */
export class WithdrawalUsage {
  day = 0;
  daySum = 0n;
  month = 0;
  monthSum = 0n;

  usedOn(at: number): { readonly day: bigint; readonly month: bigint } {
    return {
      day: this.day === dayOf(at) ? this.daySum : 0n,
      month: this.month === monthOf(at) ? this.monthSum : 0n,
    };
  }

  add(notional: bigint, at: number): void {
    const used = this.usedOn(at);
    this.day = dayOf(at);
    this.daySum = used.day + notional;
    this.month = monthOf(at);
    this.monthSum = used.month + notional;
  }

  /** Gives back what a withdrawal of time `at` used, where its day or month still is the current one. */
  giveBack(notional: bigint, at: number): void {
    if (this.day === dayOf(at)) this.daySum -= notional;
    if (this.month === monthOf(at)) this.monthSum -= notional;
  }
}
