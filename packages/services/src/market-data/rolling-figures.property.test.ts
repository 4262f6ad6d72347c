import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instrumentId, lots, millis, minor, ticks } from '@salar/protocol';
import type { Trade } from '@salar/protocol';
import { CandleFold } from '@salar/store/projection/candle-fold';
import { dayMs, findDayStart, minuteMs, RollingFigures } from './rolling-figures.ts';
import type { SpanFigures } from './rolling-figures.ts';

const start = Date.UTC(2026, 5, 1, 12, 0, 30);
const waits = fc.oneof(
  fc.constantFrom(0, 1, 29_999, minuteMs, dayMs - minuteMs, dayMs, dayMs + 1),
  fc.integer({ min: 0, max: dayMs / 4 }),
);
const trades = fc
  .array(
    fc.record({
      waitMs: waits,
      price: fc.integer({ min: 1, max: 9 }),
      quantity: fc.bigInt({ min: 1n, max: 9n }),
    }),
    { maxLength: 40 },
  )
  .map((given) => {
    let at = start;
    return given.map(({ waitMs, price, quantity }) => {
      at += waitMs;
      return {
        instrumentId: instrumentId(1),
        at: millis(at),
        price: ticks(price),
        quantity: lots(quantity),
        notional: minor(quantity * 7n),
      } as Trade;
    });
  });

test('figures equal the sum of the trades in the span, at any later time', () => {
  fc.assert(
    fc.property(trades, waits, (given, later) => {
      const figures = new RollingFigures();
      for (const [place, trade] of given.entries()) {
        figures.add(trade);
        const past = given.slice(0, place + 1);
        for (const since of [trade.at - dayMs, findDayStart(trade.at)])
          expect(figures.since(since)).toEqual(plainly(past, since));
      }
      const now = (given.at(-1)?.at ?? start) + later;
      expect(figures.since(now - dayMs)).toEqual(plainly(given, now - dayMs));
    }),
    { numRuns: 500 },
  );
});

test('figures that continue from stored minutes equal those of a process that never stopped', () => {
  fc.assert(
    fc.property(trades, fc.nat({ max: 40 }), (given, split) => {
      const live = new RollingFigures();
      for (const trade of given) live.add(trade);
      const rebuilt = new RollingFigures();
      const now = given.at(-1)?.at ?? start;
      for (const minute of buildMinutes(given.slice(0, split)))
        if (minute.beginsAt >= now - dayMs - minuteMs) rebuilt.load(minute);
      for (const trade of given.slice(split)) rebuilt.add(trade);
      for (const since of [now - dayMs, findDayStart(now)])
        expect(rebuilt.since(since)).toEqual(live.since(since));
    }),
    { numRuns: 500 },
  );
});

function buildMinutes(given: readonly Trade[]) {
  const fold = new CandleFold();
  let last = millis(start);
  for (const trade of given) {
    fold.reach(trade.at, last, () => ({ bid: 0, ask: 0 }));
    fold.trade(trade);
    last = trade.at;
  }
  return fold.take().changed.filter((candle) => candle.interval === 60 && candle.trades > 0);
}

function plainly(given: readonly Trade[], since: number): SpanFigures {
  const inside = given.filter((trade) => trade.at - (trade.at % minuteMs) >= since);
  const prices = inside.map((trade) => trade.price);
  return {
    open: prices[0] ?? 0,
    high: Math.max(0, ...prices),
    low: prices.length === 0 ? 0 : Math.min(...prices),
    close: prices.at(-1) ?? 0,
    volume: inside.reduce((sum, trade) => sum + trade.quantity, 0n),
    notional: inside.reduce((sum, trade) => sum + trade.notional, 0n),
    trades: inside.length,
  };
}
