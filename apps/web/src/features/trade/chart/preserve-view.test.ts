import { expect, test } from 'vitest';
import { preserveView } from './preserve-view.ts';

const minutes = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ begin: (first + at) * 60_000 }));

test('a view of the past stays on the same candles when the oldest candle is dropped', () => {
  const view = preserveView({ from: 200, to: 290 }, minutes(0, 1500), minutes(1, 1500));
  expect(view).toEqual({ from: 199, to: 289 });
});

test('a view of the newest candle follows it', () => {
  const view = preserveView({ from: 1410, to: 1504 }, minutes(0, 1500), minutes(1, 1500));
  expect(view).toEqual({ from: 1410, to: 1504 });
});

test('after an interruption a view of the past stays, and a view of the newest follows', () => {
  expect(preserveView({ from: 10, to: 60 }, minutes(0, 100), minutes(0, 130))).toEqual({ from: 10, to: 60 });
  expect(preserveView({ from: 30, to: 104 }, minutes(0, 100), minutes(0, 130))).toEqual({
    from: 60,
    to: 134,
  });
});

test('more past candles do not move the view', () => {
  expect(preserveView({ from: 10, to: 60 }, minutes(50, 100), minutes(0, 150))).toEqual({
    from: 60,
    to: 110,
  });
});

test('entirely different candles reset the view', () => {
  expect(preserveView({ from: 10, to: 60 }, minutes(0, 100), minutes(9000, 100))).toBeNull();
  expect(preserveView({ from: 10, to: 60 }, [], minutes(0, 100))).toBeNull();
});
