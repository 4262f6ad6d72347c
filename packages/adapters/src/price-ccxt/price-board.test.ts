import { expect, test } from 'vitest';
import { referenceScale } from '@salar/services/ports/reference-prices';
import { PriceAggregator } from './price-board.ts';

const start = 1_800_000_000_000;

function board() {
  const clock = { now: start };
  const made = new PriceAggregator(['BTC', 'ETH', 'USDT', 'USDC', 'COP', 'BRL'], () => clock.now);
  const take = (source: string, pair: string, middle: number, at = clock.now) =>
    made.take({ source, pair, middle, at });
  const whole = (symbol: string) => {
    const found = made.priceOf(symbol);
    return found === null ? null : Number(found.price) / Number(referenceScale);
  };
  return { board: made, clock, take, whole };
}

test('one source is enough, and its time is the price’s', () => {
  const { board: made, take } = board();
  take('a', 'BTC/USDT', 90_000.5, start - 7_000);
  expect(made.priceOf('BTCUSDT')).toEqual({ price: 90_000_500_000_000_000n, at: start - 7_000 });
});

test('the median of the sources counts, and an outlier does not', () => {
  const { take, whole } = board();
  take('a', 'BTC/USDT', 90_000);
  take('b', 'BTC/USDT', 90_100);
  take('c', 'BTC/USDT', 120_000);
  expect(whole('BTCUSDT')).toBe(90_050);
});

test('sources of which no half agrees give no price', () => {
  const { take, whole } = board();
  take('a', 'USDT/COP', 3_000);
  take('b', 'USDT/COP', 3_900);
  expect(whole('USDTCOP')).toBeNull();
});

test('a price older than 30 seconds is dropped', () => {
  const { take, whole, clock } = board();
  take('a', 'BTC/USDT', 90_000);
  clock.now += 30_000;
  expect(whole('BTCUSDT')).toBe(90_000);
  clock.now += 1;
  expect(whole('BTCUSDT')).toBeNull();
});

test('an unquoted pair is crossed, also inverted, and is as old as its oldest leg', () => {
  const { board: made, take, whole } = board();
  take('a', 'BTC/USDT', 90_000, start - 9_000);
  take('b', 'USDT/COP', 3_900, start - 1_000);
  take('b', 'USDC/USDT', 0.8);
  expect(whole('BTCCOP')).toBe(351_000_000);
  expect(made.priceOf('BTCCOP')?.at).toBe(start - 9_000);
  expect(whole('USDTUSDC')).toBe(1.25);
  expect(whole('ETHCOP')).toBeNull();
  expect(whole('DOGEUSDT')).toBeNull();
});

test('malformed external data is ignored', () => {
  const { take, whole } = board();
  for (const middle of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) take('a', 'BTC/USDT', middle);
  expect(whole('BTCUSDT')).toBeNull();
});
