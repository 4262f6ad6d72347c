/**
 * Candles as a fold of the journal: from trades, and from the best prices whenever an interval ends.
 *
 * An interval has a row when something was traded in it, or when the best prices at its end differ from those of the
 * row before. So rows do not depend on how the journal was split into stretches, and the time between two rows is
 * flat.
 */
import { millis } from '@salar/protocol';
import type { InstrumentId, Lots, Millis, Minor, Ticks, Trade } from '@salar/protocol';

/** In seconds. Each begins at a whole multiple of its length since 1970, so all of them end where a minute ends. */
export const candleIntervals = [
  60, 300, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400, 604_800,
] as const;
export type CandleInterval = (typeof candleIntervals)[number];

export type Candle = {
  readonly instrumentId: InstrumentId;
  readonly interval: CandleInterval;
  readonly beginsAt: Millis;
  readonly open: Ticks;
  readonly high: Ticks;
  readonly low: Ticks;
  readonly close: Ticks;
  readonly volume: Lots;
  /** Quote minor units. */
  readonly notional: Minor;
  readonly trades: number;
  /** Best prices after the last command before the end, in ticks, 0 for an empty side; null while the interval runs. */
  readonly bid: number | null;
  readonly ask: number | null;
};

/** Ticks; 0 for an empty side. */
export type BestPrices = { readonly bid: number; readonly ask: number };

export type CandleChanges = {
  /** At most one for each interval and start. */
  readonly changed: readonly Candle[];
  /** A new UTC day: candles beyond their interval's retention can be deleted, as of this time. */
  readonly dayBegun: Millis | null;
};

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** The trades since the last fold, all within one minute. */
type Span = {
  at: Millis;
  open: Ticks;
  high: Ticks;
  low: Ticks;
  close: Ticks;
  volume: bigint;
  notional: bigint;
  trades: number;
};

type Series = {
  readonly instrumentId: InstrumentId;
  readonly newest: Map<CandleInterval, Candle>;
  fresh: Span | null;
};

export class CandleFold {
  readonly #series = new Map<InstrumentId, Series>();
  readonly #touched = new Set<Series>();
  #closed: Candle[] = [];
  #dayBegun: Millis | null = null;

  /** Continues from the newest candle of every instrument and interval. */
  load(newest: readonly Candle[]): void {
    for (const candle of newest) this.#getSeries(candle.instrumentId).newest.set(candle.interval, candle);
  }

  trade({ instrumentId, at, price, quantity, notional }: Trade): void {
    const series = this.#getSeries(instrumentId);
    const { fresh } = series;
    if (fresh === null) {
      this.#touched.add(series);
      series.fresh = {
        at,
        open: price,
        high: price,
        low: price,
        close: price,
        volume: quantity,
        notional,
        trades: 1,
      };
      return;
    }
    if (price > fresh.high) fresh.high = price;
    if (price < fresh.low) fresh.low = price;
    fresh.close = price;
    fresh.volume += quantity;
    fresh.notional += notional;
    fresh.trades += 1;
  }

  /**
   * Advances time to `next`, closing every interval that ends before it. Call it before the first command of `next`
   * is applied.
   *
   * @param last  time of the last command applied
   * @param bestOf  an instrument's best prices after that command
   */
  reach(next: Millis, last: Millis, bestOf: (instrumentId: InstrumentId) => BestPrices): void {
    if (computeIntervalStart(next, minuteMs) === computeIntervalStart(last, minuteMs)) return;
    if (computeIntervalStart(next, dayMs) !== computeIntervalStart(last, dayMs))
      this.#dayBegun = millis(computeIntervalStart(next, dayMs));
    for (const series of this.#series.values()) {
      fold(series);
      const best = bestOf(series.instrumentId);
      for (const newest of series.newest.values()) {
        const begin = millis(computeIntervalStart(last, newest.interval * 1000));
        if (computeIntervalStart(next, newest.interval * 1000) === begin) continue;
        const closed = closedAt(newest, begin, best);
        if (closed === null) continue;
        series.newest.set(closed.interval, closed);
        this.#closed.push(closed);
      }
    }
  }

  /** Number of candles waiting to be taken. */
  get size(): number {
    return this.#closed.length;
  }

  /** Returns candles that are new or changed since the last call, running ones included. */
  take(): CandleChanges {
    const changed = this.#closed;
    const dayBegun = this.#dayBegun;
    for (const series of this.#touched) {
      fold(series);
      for (const candle of series.newest.values()) if (candle.bid === null) changed.push(candle);
    }
    this.#closed = [];
    this.#dayBegun = null;
    this.#touched.clear();
    return { changed, dayBegun };
  }

  #getSeries(instrumentId: InstrumentId): Series {
    let series = this.#series.get(instrumentId);
    if (series === undefined) {
      series = { instrumentId, newest: new Map(), fresh: null };
      this.#series.set(instrumentId, series);
    }
    return series;
  }
}

/** Returns the start of the interval that contains `at`. */
export function computeIntervalStart(at: number, lengthMs: number): number {
  return at - (at % lengthMs);
}

/** Adds the trades since the last fold to the running candle of every interval. */
function fold(series: Series): void {
  const { instrumentId, fresh, newest } = series;
  if (fresh === null) return;
  series.fresh = null;
  const { at, ...traded } = fresh;
  for (const interval of candleIntervals) {
    const beginsAt = millis(computeIntervalStart(at, interval * 1000));
    const running = newest.get(interval);
    newest.set(
      interval,
      running?.beginsAt === beginsAt
        ? merged(running, fresh)
        : ({ instrumentId, interval, beginsAt, ...traded, bid: null, ask: null } as Candle),
    );
  }
}

function merged(candle: Candle, fresh: Span): Candle {
  return {
    ...candle,
    high: fresh.high > candle.high ? fresh.high : candle.high,
    low: fresh.low < candle.low ? fresh.low : candle.low,
    close: fresh.close,
    volume: (candle.volume + fresh.volume) as Lots,
    notional: (candle.notional + fresh.notional) as Minor,
    trades: candle.trades + fresh.trades,
  };
}

/** Builds the row of the ended interval that begins at `begin`; null when it would add no information. */
function closedAt(newest: Candle, begin: Millis, { bid, ask }: BestPrices): Candle | null {
  if (newest.beginsAt === begin) return { ...newest, bid, ask };
  if (newest.bid === bid && newest.ask === ask) return null;
  return { ...flatAfter(newest, begin), bid, ask };
}

/** Builds the candle of a later interval without trades, with unchanged best prices. */
function flatAfter(candle: Candle, beginsAt: Millis): Candle {
  const { close } = candle;
  return {
    ...candle,
    beginsAt,
    open: close,
    high: close,
    low: close,
    volume: 0n as Lots,
    notional: 0n as Minor,
    trades: 0,
  };
}
