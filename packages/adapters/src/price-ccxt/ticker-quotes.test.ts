import { expect, test } from 'vitest';
import { toQuotes } from './ticker-quotes.ts';

const now = 1_800_000_000_000;
const quotes = (bid: number | undefined, ask: number | undefined, symbol = 'BTC/USDT', timestamp = now) =>
  toQuotes('a', { symbol, bid, ask, timestamp }, ['BTC/USDT'], now);

test('a spread of 5 % is no quote, as when somebody emptied one side of the market', () => {
  expect(quotes(90_000, 90_100)).toEqual([{ source: 'a', pair: 'BTC/USDT', middle: 90_050, at: now }]);
  expect(quotes(99, 101)).toHaveLength(1);
  expect(quotes(98.9, 101)).toEqual([]);
  expect(quotes(90_000, 94_500)).toEqual([]);
  expect(quotes(90_000, 1e12)).toEqual([]);
});

test('incomplete, crossed and foreign tickers are no quotes', () => {
  expect(quotes(undefined, 1)).toEqual([]);
  expect(quotes(1, undefined)).toEqual([]);
  expect(quotes(2, 1)).toEqual([]);
  expect(quotes(0, 0)).toEqual([]);
  expect(quotes(1, Number.POSITIVE_INFINITY)).toEqual([]);
  expect(quotes(1, 1, 'ETH/USDT')).toEqual([]);
});

test('a clock ahead does not make a quote newer, and an old quote stays old', () => {
  expect(quotes(1, 1, 'BTC/USDT', now + 60_000)[0]?.at).toBe(now);
  expect(quotes(1, 1, 'BTC/USDT', now - 60_000)[0]?.at).toBe(now - 60_000);
});
