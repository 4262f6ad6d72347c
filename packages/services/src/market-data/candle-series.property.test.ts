import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instrumentId, lots, millis, minor, ticks } from '@salar/protocol';
import { computeIntervalStart } from '@salar/store/projection/candle-fold';
import type { Candle } from '@salar/store/projection/candle-fold';
import { buildSeries } from './candle-series.ts';
import type { ChartCandle, Span } from './candle-series.ts';

const weekMs = 604_800_000;
const book = { bid: 99, ask: 101 };

/** Weekly rows, of which four make one candle. */
const rows = fc
  .uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 20 })
  .chain((weeks) =>
    fc.tuple(
      ...weeks
        .sort((a, b) => a - b)
        .map((week) =>
          fc.record({
            week: fc.constant(week),
            prices: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
            quantity: fc.bigInt({ min: 0n, max: 5n }),
            best: fc.integer({ min: 0, max: 5 }),
          }),
        ),
    ),
  )
  .map((given) =>
    given.map(({ week, prices, quantity, best }): Candle => ({
      instrumentId: instrumentId(1),
      interval: 604_800,
      beginsAt: millis(week * weekMs),
      open: ticks(prices[0] ?? 1),
      high: ticks(Math.max(...prices)),
      low: ticks(Math.min(...prices)),
      close: ticks(prices.at(-1) ?? 1),
      volume: lots(quantity),
      notional: minor(quantity * 3n),
      trades: Number(quantity),
      bid: best,
      ask: best + 1,
    })),
  );

test.each([604_800, 2_419_200] as const)('a series of %i s has no holes and adds up its rows', (interval) => {
  const lengthMs = interval * 1000;
  const place = fc.integer({ min: 0, max: 10 });
  fc.assert(
    fc.property(rows, place, place, fc.integer({ min: 0, max: 41 }), (given, a, b, weeksPassed) => {
      const [first, last] = [Math.min(a, b) * lengthMs, Math.max(a, b) * lengthMs];
      const span: Span = { interval, first, last, book, bookAt: weeksPassed * weekMs };
      expect(buildSeries(given, span)).toEqual(plainly(given, span));
    }),
    { numRuns: 500 },
  );
});

/** Builds one candle after another, each from all rows. */
function plainly(given: readonly Candle[], { interval, first, last, bookAt }: Span): ChartCandle[] {
  const lengthMs = interval * 1000;
  const series: ChartCandle[] = [];
  for (let begin = first; begin <= last; begin += lengthMs) {
    const inside = given.filter((row) => computeIntervalStart(row.beginsAt, lengthMs) === begin);
    const before = given.findLast((row) => row.beginsAt < begin + lengthMs);
    if (before === undefined) continue;
    const flat = { open: before.close, high: before.close, low: before.close };
    const [oldest] = inside;
    const prices = oldest && {
      open: oldest.open,
      high: ticks(Math.max(...inside.map((row) => row.high))),
      low: ticks(Math.min(...inside.map((row) => row.low))),
    };
    const isOver = begin + lengthMs <= bookAt;
    series.push({
      instrumentId: before.instrumentId,
      beginsAt: millis(begin),
      endsAt: millis(begin + lengthMs),
      ...(prices ?? flat),
      close: before.close,
      volume: lots(inside.reduce((sum, row) => sum + row.volume, 0n)),
      notional: minor(inside.reduce((sum, row) => sum + row.notional, 0n)),
      trades: inside.reduce((sum, row) => sum + row.trades, 0),
      bid: isOver ? (before.bid ?? 0) : book.bid,
      ask: isOver ? (before.ask ?? 0) : book.ask,
    });
  }
  return series;
}
