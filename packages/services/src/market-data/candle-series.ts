/** Stored candles as a series without holes. */
import { assert, lots, millis, minor } from '@salar/protocol';
import type { InstrumentId, Lots, Millis, Minor, Ticks } from '@salar/protocol';
import { beginOf, candleIntervals } from '@salar/store/projection/candle-fold';
import type { BestPrices, Candle, CandleInterval } from '@salar/store/projection/candle-fold';

const week = 604_800;
/** Seconds. Four and sixteen weeks are not stored: they are put together from weeks. */
export const chartIntervals = [...candleIntervals, 4 * week, 16 * week] as const;
export type ChartInterval = (typeof chartIntervals)[number];

/** Prices in ticks; best prices are 0 for an empty side. */
export type ChartCandle = {
  readonly instrumentId: InstrumentId;
  readonly beginsAt: Millis;
  readonly endsAt: Millis;
  readonly open: Ticks;
  readonly high: Ticks;
  readonly low: Ticks;
  readonly close: Ticks;
  readonly volume: Lots;
  /** Quote minor units. */
  readonly notional: Minor;
  readonly trades: number;
} & BestPrices;

export function isChartInterval(seconds: number): seconds is ChartInterval {
  return (chartIntervals as readonly number[]).includes(seconds);
}

/** The interval whose rows the candles are read from. */
export function findStoredInterval(interval: ChartInterval): CandleInterval {
  return candleIntervals.find((stored) => stored === interval) ?? week;
}

export type Span = {
  readonly interval: ChartInterval;
  /** Begin of the first and of the last candle. */
  readonly first: number;
  readonly last: number;
  /** The book as of `bookAt`: what ends later ends with these best prices. */
  readonly book: BestPrices;
  readonly bookAt: number;
};

/**
 * One candle for every interval from the first one of which a price is known: flat where no row is.
 *
 * @param rows  oldest first; a row before `first` says how the series begins
 */
export function buildSeries(rows: readonly Candle[], span: Span): readonly ChartCandle[] {
  const lengthMs = span.interval * 1000;
  const bookBegin = beginOf(span.bookAt, lengthMs);
  const joined = joinedBy(rows, lengthMs);
  const series: ChartCandle[] = [];
  let place = 0;
  let carried: Candle | undefined;
  for (; (joined[place]?.beginsAt ?? span.first) < span.first; place += 1) carried = joined[place];
  for (let begin = span.first; begin <= span.last; begin += lengthMs) {
    const row = joined[place];
    const isThere = row?.beginsAt === begin;
    if (isThere) place += 1;
    if (isThere) carried = row;
    if (carried === undefined) continue;
    const { instrumentId, open, high, low, close, volume, notional, trades } = carried;
    const flat = { open: close, high: close, low: close, volume: lots(0n), notional: minor(0n), trades: 0 };
    const best = begin >= bookBegin ? span.book : { bid: carried.bid ?? 0, ask: carried.ask ?? 0 };
    series.push({
      instrumentId,
      beginsAt: millis(begin),
      endsAt: millis(begin + lengthMs),
      close,
      ...(isThere ? { open, high, low, volume, notional, trades } : flat),
      ...best,
    });
  }
  return series;
}

/** Rows of a shorter interval put together, each into the longer one that it begins in. */
function joinedBy(rows: readonly Candle[], lengthMs: number): readonly Candle[] {
  const joined: Candle[] = [];
  for (const row of rows) {
    const beginsAt = millis(beginOf(row.beginsAt, lengthMs));
    const before = joined.at(-1);
    if (before?.beginsAt !== beginsAt) {
      joined.push({ ...row, beginsAt });
      continue;
    }
    assert(row.beginsAt > before.beginsAt, 'rows come in order of time, and each once');
    joined[joined.length - 1] = {
      ...row,
      beginsAt,
      open: before.open,
      high: before.high > row.high ? before.high : row.high,
      low: before.low < row.low ? before.low : row.low,
      volume: lots(before.volume + row.volume),
      notional: minor(before.notional + row.notional),
      trades: before.trades + row.trades,
    };
  }
  return joined;
}
