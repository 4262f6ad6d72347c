/** Builds a series without gaps from stored candles. */
import { assert, lots, millis, minor } from '@salar/protocol';
import type { InstrumentId, Lots, Millis, Minor, Ticks } from '@salar/protocol';
import { computeIntervalStart, candleIntervals } from '@salar/store/projection/candle-fold';
import type { BestPrices, Candle, CandleInterval } from '@salar/store/projection/candle-fold';

const week = 604_800;
/** Seconds. Four and sixteen weeks are not stored: they are built from weeks. */
const chartIntervals = [...candleIntervals, 4 * week, 16 * week] as const;
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

/** Finds the stored interval that the candles are read from. */
export function findStoredInterval(interval: ChartInterval): CandleInterval {
  return candleIntervals.find((stored) => stored === interval) ?? week;
}

export type Span = {
  readonly interval: ChartInterval;
  /** Start of the first and of the last candle. */
  readonly first: number;
  readonly last: number;
  /** The book as of `bookAt`: candles that end later end with these best prices. */
  readonly book: BestPrices;
  readonly bookAt: number;
};

/**
 * Builds one candle for every interval since the first one with a known price: flat where there is no row.
 *
 * @param rows  oldest first; a row before `first` gives the price at which the series starts
 */
export function buildSeries(rows: readonly Candle[], span: Span): readonly ChartCandle[] {
  const lengthMs = span.interval * 1000;
  const bookBegin = computeIntervalStart(span.bookAt, lengthMs);
  const joined = mergeRows(rows, lengthMs);
  const series: ChartCandle[] = [];
  let index = 0;
  let carried: Candle | undefined;
  for (; (joined[index]?.beginsAt ?? span.first) < span.first; index += 1) carried = joined[index];
  for (let begin = span.first; begin <= span.last; begin += lengthMs) {
    const row = joined[index];
    const isThere = row?.beginsAt === begin;
    if (isThere) index += 1;
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

/** Merges rows of a shorter interval into the longer interval in which each begins. */
function mergeRows(rows: readonly Candle[], lengthMs: number): readonly Candle[] {
  const joined: Candle[] = [];
  for (const row of rows) {
    const beginsAt = millis(computeIntervalStart(row.beginsAt, lengthMs));
    const before = joined.at(-1);
    if (before?.beginsAt !== beginsAt) {
      joined.push({ ...row, beginsAt });
      continue;
    }
    assert(row.beginsAt > before.beginsAt, 'rows are in chronological order without duplicates');
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
