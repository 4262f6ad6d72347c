import { instrumentId, lots, millis, minor, ticks } from '@salar/protocol';
import type { Ticks } from '@salar/protocol';
import { expect, test } from 'vitest';
import { dayMs, findDayStart, minuteMs, RollingFigures } from './rolling-figures.ts';

const noon = Date.UTC(2026, 0, 2, 12);
const trade = (at: number, price: number, quantity = 1n) => ({
  at,
  price: ticks(price),
  quantity,
  notional: quantity * 10n,
});

test('a span adds up the trades of its minutes', () => {
  const figures = new RollingFigures();
  figures.add(trade(noon, 100));
  figures.add(trade(noon + 1, 120, 2n));
  figures.add(trade(noon + minuteMs, 90));
  expect(figures.since(noon)).toEqual({
    open: 100,
    high: 120,
    low: 90,
    close: 90,
    volume: 4n,
    notional: 40n,
    trades: 3,
  });
  expect(figures.since(noon + minuteMs)).toMatchObject({ open: 90, trades: 1 });
});

test('figures older than a day are dropped, and a span without trades is zero', () => {
  const figures = new RollingFigures();
  figures.add(trade(noon, 100));
  figures.add(trade(noon + 2 * dayMs, 200));
  expect(figures.since(0)).toMatchObject({ open: 200, trades: 1 });
  expect(figures.since(noon + 3 * dayMs)).toEqual({
    open: 0,
    high: 0,
    low: 0,
    close: 0,
    volume: 0n,
    notional: 0n,
    trades: 0,
  });
});

test('a seeded past gives prices without volume, in any order, and a minute may be both', () => {
  const seed = (beginsAt: number, prices: readonly [number, number, number, number]) => {
    const [open, high, low, close] = prices.map(ticks) as [Ticks, Ticks, Ticks, Ticks];
    return {
      instrumentId: instrumentId(1),
      interval: 60,
      beginsAt: millis(beginsAt),
      open,
      high,
      low,
      close,
      volume: lots(0n),
      notional: minor(0n),
      trades: 0,
      bid: 0,
      ask: 0,
    } as const;
  };
  const figures = new RollingFigures();
  figures.load(seed(noon - 2 * minuteMs, [80, 95, 80, 90]));
  figures.add(trade(noon, 100, 3n));
  figures.load(seed(noon - minuteMs, [90, 90, 70, 75]));
  figures.load(seed(noon - minuteMs, [90, 90, 70, 75]));
  figures.load(seed(noon, [75, 76, 75, 76]));
  const traded = { volume: 3n, notional: 30n, trades: 1 };
  expect(figures.since(noon - dayMs)).toEqual({ open: 80, high: 100, low: 70, close: 100, ...traded });
  expect(figures.since(noon)).toEqual({ open: 75, high: 100, low: 75, close: 100, ...traded });
});

test('the trading day begins at midnight UTC', () => {
  expect(findDayStart(noon)).toBe(Date.UTC(2026, 0, 2));
});
