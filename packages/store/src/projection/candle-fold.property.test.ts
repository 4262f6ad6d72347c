import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instrumentId, lots, millis, minor, ticks } from '@salar/protocol';
import type { Trade } from '@salar/protocol';
import { computeIntervalStart, CandleFold, candleIntervals } from './candle-fold.ts';
import type { BestPrices, Candle } from './candle-fold.ts';

const instruments = [instrumentId(1), instrumentId(2)] as const;
const start = Date.UTC(2026, 5, 1, 23, 58, 30);

/** One command: time advances, trades may happen, and the best prices may change. */
type Step = {
  readonly waitMs: number;
  readonly trades: readonly { readonly of: 0 | 1; readonly price: number; readonly quantity: bigint }[];
  readonly best: readonly [BestPrices, BestPrices];
  /** The follower's action after it. */
  readonly after: 'go on' | 'write' | 'restart';
};

const best = fc.record({ bid: fc.integer({ min: 0, max: 3 }), ask: fc.integer({ min: 0, max: 3 }) });
const steps = fc.array(
  fc.record({
    waitMs: fc.oneof(
      fc.constantFrom(0, 1, 29_999, 30_000, 59_999, 60_000, 300_000, 3_600_000, 604_800_000),
      fc.integer({ min: 0, max: 120_000 }),
    ),
    trades: fc.array(
      fc.record({
        of: fc.constantFrom(0 as const, 1 as const),
        price: fc.integer({ min: 1, max: 9 }),
        quantity: fc.bigInt({ min: 1n, max: 9n }),
      }),
      { maxLength: 3 },
    ),
    best: fc.tuple(best, best),
    after: fc.constantFrom('go on' as const, 'go on' as const, 'write' as const, 'restart' as const),
  }),
  { maxLength: 40 },
);

test('candles match the trades of each interval and the last best prices in it, however they are written', () => {
  fc.assert(
    fc.property(steps, (given) => {
      expect(buildRows(given)).toEqual(plainly(given));
    }),
    { numRuns: 500 },
  );
});

test('an interval that ends in the very millisecond of a trade does not contain it', () => {
  const trade = (waitMs: number): Step => ({
    waitMs,
    trades: [{ of: 0, price: 5, quantity: 1n }],
    best: [
      { bid: 4, ask: 6 },
      { bid: 0, ask: 0 },
    ],
    after: 'go on',
  });
  const minutes = buildRows([trade(0), trade(29_999), trade(1)]).filter((candle) => candle.interval === 60);
  expect(minutes).toMatchObject([
    { beginsAt: start - 30_000, trades: 2, bid: 4, ask: 6 },
    { beginsAt: start + 30_000, trades: 1, bid: null, ask: null },
  ]);
});

test('a new UTC day is reported once', () => {
  const fold = new CandleFold();
  const none = () => ({ bid: 0, ask: 0 });
  fold.reach(millis(start + 60_000), millis(start), none);
  expect(fold.take().dayBegun).toBeNull();
  fold.reach(millis(start + 120_000), millis(start + 60_000), none);
  expect(fold.take().dayBegun).toBe(Date.UTC(2026, 5, 2));
  expect(fold.take().dayBegun).toBeNull();
});

/** Returns the table after a follower has gone through the steps. */
function buildRows(given: readonly Step[]): Candle[] {
  const table = new Map<string, Candle>();
  let fold = new CandleFold();
  let at = start;
  let now: Step['best'] = [
    { bid: 0, ask: 0 },
    { bid: 0, ask: 0 },
  ];
  const write = () => {
    for (const candle of fold.take().changed) table.set(toKey(candle), candle);
  };
  for (const step of given) {
    fold.reach(millis(at + step.waitMs), millis(at), (id) => (id === instruments[0] ? now[0] : now[1]));
    at += step.waitMs;
    for (const trade of step.trades) fold.trade(buildTrade(trade, at));
    now = step.best;
    if (step.after === 'go on') continue;
    write();
    if (step.after === 'write') continue;
    fold = new CandleFold();
    fold.load(findNewest([...table.values()]));
  }
  write();
  return [...table.values()].sort(inOrder);
}

function findNewest(candles: readonly Candle[]): Candle[] {
  const newest = new Map<string, Candle>();
  for (const candle of candles.toSorted((a, b) => a.beginsAt - b.beginsAt))
    newest.set(`${candle.instrumentId}/${candle.interval}`, candle);
  return [...newest.values()];
}

/** Computes the same from the whole past at once, interval by interval. */
function plainly(given: readonly Step[]): Candle[] {
  let at = start;
  const days = given.map((step) => {
    at += step.waitMs;
    return { ...step, at };
  });
  const end = at;
  return instruments
    .flatMap((id, of) =>
      candleIntervals.flatMap((interval) => {
        const rows: Candle[] = [];
        const begins = [...new Set(days.map((step) => computeIntervalStart(step.at, interval * 1000)))];
        for (const begin of begins) {
          const inside = days.filter((step) => computeIntervalStart(step.at, interval * 1000) === begin);
          const trades = inside.flatMap((step) => step.trades.filter((trade) => trade.of === of));
          const prices = trades.map((trade) => trade.price);
          const isRunning = computeIntervalStart(end, interval * 1000) === begin;
          const last = inside.at(-1)?.best[of];
          const before = rows.at(-1);
          const isNew = last?.bid !== before?.bid || last?.ask !== before?.ask;
          if (trades.length === 0 && (isRunning || before === undefined || !isNew)) continue;
          const quantity = trades.reduce((sum, trade) => sum + trade.quantity, 0n);
          rows.push({
            instrumentId: id,
            interval,
            beginsAt: millis(begin),
            open: ticks(prices[0] ?? before?.close ?? 0),
            high: ticks(prices.length > 0 ? Math.max(...prices) : (before?.close ?? 0)),
            low: ticks(prices.length > 0 ? Math.min(...prices) : (before?.close ?? 0)),
            close: ticks(prices.at(-1) ?? before?.close ?? 0),
            volume: lots(quantity),
            notional: minor(quantity * 10n),
            trades: trades.length,
            bid: isRunning ? null : (last?.bid ?? 0),
            ask: isRunning ? null : (last?.ask ?? 0),
          });
        }
        return rows;
      }),
    )
    .sort(inOrder);
}

function buildTrade({ of, price, quantity }: Step['trades'][number], at: number): Trade {
  return {
    instrumentId: instruments[of],
    at: millis(at),
    price: ticks(price),
    quantity: lots(quantity),
    notional: minor(quantity * 10n),
  } as Trade;
}

function toKey({ instrumentId, interval, beginsAt }: Candle): string {
  return `${instrumentId}/${interval}/${beginsAt}`;
}

function inOrder(a: Candle, b: Candle): number {
  return a.instrumentId - b.instrumentId || a.interval - b.interval || a.beginsAt - b.beginsAt;
}
