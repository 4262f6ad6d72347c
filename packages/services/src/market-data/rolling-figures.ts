/**
 * Trading figures of one instrument over the last 24 hours and over the UTC day, aggregated per minute.
 *
 * A minute stores the sum of its trades, so a figure visits at most 1,441 minutes, and memory is bounded whatever the number of
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

export class RollingFigures {
  /** Oldest first; only minutes with trades or seeds. */
  #minutes: Minute[] = [];

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
    const span = { open: 0, high: 0, low: 0, close: 0, volume: 0n, notional: 0n, trades: 0 };
    let isEmpty = true;
    for (const minute of this.#minutes) {
      if (minute.start < since) continue;
      if (isEmpty) span.open = minute.open;
      span.low = isEmpty ? minute.low : Math.min(span.low, minute.low);
      isEmpty = false;
      span.high = Math.max(span.high, minute.high);
      span.close = minute.close;
      span.volume += minute.volume;
      span.notional += minute.notional;
      span.trades += minute.trades;
    }
    return span;
  }

  #forgetBefore(time: number): void {
    const first = this.#minutes.findIndex((minute) => minute.start >= time);
    if (first > 0) this.#minutes = this.#minutes.slice(first);
  }
}

/** Returns midnight UTC of the day that contains a time. */
export function findDayStart(at: number): number {
  return Math.floor(at / dayMs) * dayMs;
}
