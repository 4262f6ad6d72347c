import { expect, test } from 'vitest';
import type { Candle, PublicTrade } from '../../../api/records/market-rows.ts';
import { withClosed, withTrades } from './candles.ts';

const minute = 60_000;

test('trades of one interval form one candle', () => {
  const candles = withTrades([], [trade(5, '100', '1'), trade(20, '103', '0.5'), trade(59, '99.5', '2')], 60);
  expect(candles).toEqual([candle(0, ['100', '103', '99.5', '99.5'], '3.5')]);
});

test('a trade of the next interval starts a new candle, and the one before is kept', () => {
  const before = [candle(0, ['100', '103', '99', '101'], '4')];
  const after = withTrades(before, [trade(61, '102', '1')], 60);
  expect(after).toEqual([before[0], candle(1, ['102', '102', '102', '102'], '1')]);
  expect(after[0]).toBe(before[0]);
});

test('a late trade does not change a candle that was followed by another', () => {
  const before = [candle(0, ['1', '1', '1', '1'], '1'), candle(1, ['2', '2', '2', '2'], '1')];
  expect(withTrades(before, [trade(3, '9', '1')], 60)).toBe(before);
});

test('a closed candle replaces the running one, wherever it is in the list', () => {
  const running = candle(0, ['1', '2', '1', '2'], '3');
  const closed = candle(0, ['1', '3', '1', '2'], '4');
  const next = candle(1, ['2', '2', '2', '2'], '1');
  expect(withClosed([running, next], closed, 60)).toEqual([closed, next]);
  expect(withClosed([closed], next, 60).slice(0, 2)).toEqual([closed, next]);
  expect(withClosed([], next, 60)[0]).toEqual(next);
});

test('without trades the running candle exists, is flat, and opens with its first trade', () => {
  const closed = candle(0, ['1', '3', '1', '2'], '4');
  const quiet = withClosed([candle(0, ['1', '3', '1', '2'], '3')], closed, 60);
  expect(quiet).toEqual([closed, candle(1, ['2', '2', '2', '2'], '0')]);
  expect(withTrades(quiet, [trade(61, '5', '1')], 60)).toEqual([
    closed,
    candle(1, ['5', '5', '5', '5'], '1'),
  ]);
});

function trade(second: number, price: string, quantity: string): PublicTrade {
  return { tradeId: second, price, quantity, at: second * 1000, takerSide: 'buy' };
}

function candle(at: number, prices: readonly [string, string, string, string], volume: string): Candle {
  const [open, high, low, close] = prices;
  return { begin: at * minute, open, high, low, close, volume };
}
