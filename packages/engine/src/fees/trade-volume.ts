/**
 * An account's traded volume per UTC day, in minor units of the notional product.
 *
 * Only days that still count are kept: at most 31 numbers per account, and none for an account that never traded.
 */

/** Number of UTC days before today that count for a tier. */
const windowDays = 30;

export type DayVolume = { readonly day: number; sum: bigint };

export class TradeVolume {
  /** Days with trades, oldest first. */
  readonly #days: DayVolume[] = [];
  /** The sum before a day stays the same all day, so it is computed at the day's first trade. */
  #today = -1;
  #sumBeforeToday = 0n;

  /** Returns the sum of the 30 UTC days before `day`. */
  sumBefore(day: number): bigint {
    let sum = 0n;
    for (const traded of this.#days) {
      if (traded.day < day && traded.day >= day - windowDays) sum += traded.sum;
    }
    return sum;
  }

  /**
   * Like `sumBefore`, cached, for the day of the current command. That day is never earlier than that of the last
   * trade.
   */
  sumBeforeToday(today: number): bigint {
    if (today !== this.#today) {
      this.#sumBeforeToday = this.sumBefore(today);
      this.#today = today;
    }
    return this.#sumBeforeToday;
  }

  /** Adds a trade of today. */
  add(notional: bigint, today: number): void {
    const newest = this.#days.at(-1);
    if (newest?.day === today) {
      newest.sum += notional;
      return;
    }
    const kept = this.#days.findIndex(({ day }) => day >= today - windowDays);
    this.#days.splice(0, kept === -1 ? this.#days.length : kept);
    this.#days.push({ day: today, sum: notional });
  }

  /** Days with trades, oldest first; saved in snapshots and restored by `add`. */
  days(): readonly DayVolume[] {
    return this.#days;
  }
}
