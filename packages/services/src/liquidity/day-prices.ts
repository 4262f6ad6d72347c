/** The price of a product over the last 24 hours, one for each minute, and its median by time. */
import type { Minor } from '@salar/protocol';

const minuteMs = 60_000;
const dayMinutes = 24 * 60;

type Sample = {
  /** The minute of the epoch from which it counted, until the next one. */
  readonly from: number;
  readonly price: Minor;
};

export class DayPrices {
  #samples: Sample[];
  /** The last minute with a price. */
  #minute = -Infinity;

  /** @param former  the price before the start, which counts for the time before; null when there was none */
  constructor(former: Minor | null) {
    this.#samples = former === null ? [] : [{ from: -Infinity, price: former }];
  }

  /** Notes the price at a time. A minute has the first price that was noted in it. */
  note(price: Minor, at: number): void {
    const from = Math.floor(at / minuteMs);
    if (from <= this.#minute) return;
    this.#minute = from;
    if (this.#samples.at(-1)?.price === price) return;
    this.#samples.push({ from, price });
    const start = from - dayMinutes;
    const firstWithin = this.#samples.findIndex((sample) => sample.from > start);
    this.#samples = this.#samples.slice(Math.max(firstWithin - 1, 0));
  }

  /** Returns the price that half of the last 24 hours had at most, the higher one of two; null without any. */
  computeMedian(now: number): Minor | null {
    const end = now / minuteMs;
    const start = end - dayMinutes;
    const spans = this.#samples
      .map(({ from, price }, place) => {
        const until = Math.min(this.#samples[place + 1]?.from ?? end, end);
        return { price, minutes: Math.max(until - Math.max(from, start), 0) };
      })
      .toSorted((one, other) => (one.price < other.price ? 1 : -1));
    const half = spans.reduce((sum, { minutes }) => sum + minutes, 0) / 2;
    let higher = 0;
    for (const { price, minutes } of spans) {
      higher += minutes;
      if (higher >= half) return price;
    }
    return null;
  }
}
