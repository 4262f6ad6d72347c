import { ticks } from '@salar/protocol';
import { expect, test } from 'vitest';
import { dayMs, dayStartOf, minuteMs, RollingFigures } from './rolling-figures.ts';

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

test('what is older than a day is forgotten, and a quiet span is zeros', () => {
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

test('the trading day begins at midnight UTC', () => {
  expect(dayStartOf(noon)).toBe(Date.UTC(2026, 0, 2));
});
