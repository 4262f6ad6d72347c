/**
 * Trading figures of one instrument over the last 24 hours and over the UTC day, aggregated per minute.
 *
 * A minute stores the sum of its trades, so a sum visits at most 1,441 minutes, and memory is bounded whatever the number of
 * trades. A span consists of whole minutes and the running one: the last 24 hours begin with the first minute that began no
 * more than 24 hours ago. Over those minutes the figures are exact. Minutes of a seeded past have prices and no volume, so
 * that the figures match the chart.
 */
import type { Ticks } from '@salar/protocol';
import type { Candle } from '@salar/store';

export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

export type TradeFigures = {
  readonly at: number;
  readonly price: Ticks;
  readonly quantity: bigint;
  readonly notional: bigint;
};

/** Prices are ticks; 0 when there was neither a trade nor a seeded price in the span. */
export type SpanFigures = {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Base lots. */
  readonly volume: bigint;
  /** Quote minor units. */
  readonly notional: bigint;
  readonly trades: number;
};

type Minute = {
  readonly start: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: bigint;
  notional: bigint;
  trades: number;
};

/** How many sums are kept: of the day, of the last 24 hours, and of both a minute ago. */
const sumsMax = 4;

export class RollingFigures {
  /** Oldest first; only minutes with trades or seeds. */
  #minutes: Minute[] = [];
  /**
   * The sums of the minutes before the last one, by the start of the span in minutes: quotes are computed often, and
   * trades change the last minute only.
   */
  readonly #sums = new Map<number, SpanFigures>();

  /**
   * Adds a stored minute; trades may still be added to the last one. A minute that exists already has traded or was seeded: it
   * takes the open and the range of the new one, and keeps the rest.
   */
  load(candle: Candle): void {
    const { beginsAt: start, open, high, low, close, volume, notional, trades } = candle;
    const minute = { start, open, high, low, close, volume, notional, trades };
    const index = this.#minutes.findLastIndex((one) => one.start <= start);
    const known = this.#minutes[index];
    if (known?.start === start) {
      known.open = open;
      known.high = Math.max(known.high, high);
      known.low = Math.min(known.low, low);
    } else this.#minutes.splice(index + 1, 0, minute);
    this.#sums.clear();
    this.#forgetBefore((this.#minutes.at(-1)?.start ?? start) - dayMs - minuteMs);
  }

  /** Adds a trade. Trades must come in chronological order. */
  add(trade: TradeFigures): void {
    const start = Math.floor(trade.at / minuteMs) * minuteMs;
    let minute = this.#minutes.at(-1);
    if (minute?.start !== start) {
      minute = {
        start,
        open: trade.price,
        high: 0,
        low: Infinity,
        close: 0,
        volume: 0n,
        notional: 0n,
        trades: 0,
      };
      this.#minutes.push(minute);
      this.#sums.clear();
      this.#forgetBefore(start - dayMs - minuteMs);
    }
    minute.high = Math.max(minute.high, trade.price);
    minute.low = Math.min(minute.low, trade.price);
    minute.close = trade.price;
    minute.volume += trade.quantity;
    minute.notional += trade.notional;
    minute.trades += 1;
  }

  /** Computes the figures of the minutes that begin at `since` or later. */
  since(since: number): SpanFigures {
    const last = this.#minutes.at(-1);
    if (last === undefined || last.start < since) return noFigures;
    return addMinute(this.#sumBeforeLast(Math.ceil(since / minuteMs)), last);
  }

  /** @param first  the start of the span, in minutes */
  #sumBeforeLast(first: number): SpanFigures {
    const known = this.#sums.get(first);
    if (known !== undefined) return known;
    let sum = noFigures;
    for (const minute of this.#minutes.slice(0, -1))
      if (minute.start >= first * minuteMs) sum = addMinute(sum, minute);
    if (this.#sums.size >= sumsMax) this.#sums.clear();
    this.#sums.set(first, sum);
    return sum;
  }

  #forgetBefore(time: number): void {
    const first = this.#minutes.findIndex((minute) => minute.start >= time);
    if (first > 0) this.#minutes = this.#minutes.slice(first);
  }
}

const noFigures: SpanFigures = { open: 0, high: 0, low: 0, close: 0, volume: 0n, notional: 0n, trades: 0 };

/** Returns the figures of a span that is followed by a minute. */
function addMinute(span: SpanFigures, minute: Minute): SpanFigures {
  const isFirst = span === noFigures;
  return {
    open: isFirst ? minute.open : span.open,
    high: Math.max(span.high, minute.high),
    low: isFirst ? minute.low : Math.min(span.low, minute.low),
    close: minute.close,
    volume: span.volume + minute.volume,
    notional: span.notional + minute.notional,
    trades: span.trades + minute.trades,
  };
}

/** Returns midnight UTC of the day that contains a time. */
export function findDayStart(at: number): number {
  return Math.floor(at / dayMs) * dayMs;
}
