import { expect, test } from 'vitest';
import { findKeptView } from './kept-view.ts';

const minutes = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ begin: (first + at) * 60_000 }));

test('who looks at the past goes on seeing it when the oldest candle leaves', () => {
  const view = findKeptView({ from: 200, to: 290 }, minutes(0, 1500), minutes(1, 1500));
  expect(view).toEqual({ from: 199, to: 289 });
});

test('who looks at now follows it', () => {
  const view = findKeptView({ from: 1410, to: 1504 }, minutes(0, 1500), minutes(1, 1500));
  expect(view).toEqual({ from: 1410, to: 1504 });
});

test('after an interruption the past stays where it was, and now goes on', () => {
  expect(findKeptView({ from: 10, to: 60 }, minutes(0, 100), minutes(0, 130))).toEqual({ from: 10, to: 60 });
  expect(findKeptView({ from: 30, to: 104 }, minutes(0, 100), minutes(0, 130))).toEqual({
    from: 60,
    to: 134,
  });
});

test('a longer past moves nothing', () => {
  expect(findKeptView({ from: 10, to: 60 }, minutes(50, 100), minutes(0, 150))).toEqual({
    from: 60,
    to: 110,
  });
});

test('other candles are looked at anew', () => {
  expect(findKeptView({ from: 10, to: 60 }, minutes(0, 100), minutes(9000, 100))).toBeNull();
  expect(findKeptView({ from: 10, to: 60 }, [], minutes(0, 100))).toBeNull();
});
