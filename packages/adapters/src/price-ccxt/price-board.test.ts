import { expect, test } from 'vitest';
import { referenceScale } from '@salar/services/ports/reference-prices';
import { PriceAggregator } from './price-board.ts';
import type { AgreementRules } from './price-board.ts';

const start = 1_800_000_000_000;

/** By default one source is enough, as on a laptop. */
function board({ sourcesMin = 1, singleSourcePairs = [] }: Partial<AgreementRules> = {}) {
  const clock = { now: start };
  const made = new PriceAggregator({
    products: ['BTC', 'ETH', 'USDT', 'USDC', 'COP', 'BRL'],
    now: () => clock.now,
    sourcesMin,
    singleSourcePairs,
  });
  const take = (source: string, pair: string, middle: number, at = clock.now) =>
    made.take({ source, pair, middle, at });
  const whole = (symbol: string) => {
    const found = made.findPrice(symbol);
    return found === null ? null : Number(found.price) / Number(referenceScale);
  };
  return { board: made, clock, take, whole };
}

test('where one source is enough, its time is the price’s, and the price says so', () => {
  const { board: made, take } = board();
  take('a', 'BTC/USDT', 90_000.5, start - 7_000);
  const single = { price: 90_000_500_000_000_000n, at: start - 7_000, isSingle: true };
  expect(made.findPrice('BTCUSDT')).toEqual(single);
  take('b', 'BTC/USDT', 90_000.5, start - 8_000);
  expect(made.findPrice('BTCUSDT')).toEqual({ ...single, isSingle: false });
});

test('where two sources must agree, one gives no price, whatever time and price it invents', () => {
  const { board: made, take, whole, clock } = board({ sourcesMin: 2 });
  take('a', 'BTC/USDT', 90_000, start + 1e9);
  expect(whole('BTCUSDT')).toBeNull();
  take('b', 'BTC/USDT', 90_100);
  expect(whole('BTCUSDT')).toBe(90_050);
  expect(made.isDisputed('BTCUSDT')).toBe(false);
  clock.now += 30_001; // the first one's time was not taken
  expect(whole('BTCUSDT')).toBeNull();
});

test('a pair that one exchange alone lists needs one source, and its crosses are marked', () => {
  const { board: made, take } = board({ sourcesMin: 2, singleSourcePairs: ['USDT/COP'] });
  take('a', 'USDT/COP', 3_900);
  for (const source of ['a', 'b']) take(source, 'BTC/USDT', 90_000);
  expect(made.findPrice('USDTCOP')).toMatchObject({ isSingle: true });
  expect(made.findPrice('BTCCOP')).toMatchObject({ isSingle: true });
  expect(made.findPrice('BTCUSDT')).toMatchObject({ isSingle: false });
});

test('the median of the sources counts, and an outlier does not', () => {
  const { take, whole } = board();
  take('a', 'BTC/USDT', 90_000);
  take('b', 'BTC/USDT', 90_100);
  take('c', 'BTC/USDT', 120_000);
  expect(whole('BTCUSDT')).toBe(90_050);
});

test('sources that disagree give no price, neither of the pair nor across it, and it is disputed', () => {
  const { board: made, take, whole } = board();
  take('a', 'USDT/COP', 3_000);
  take('b', 'USDT/COP', 3_900);
  take('a', 'BTC/USDT', 90_000);
  expect(whole('USDTCOP')).toBeNull();
  expect(whole('BTCCOP')).toBeNull();
  expect(made.isDisputed('USDTCOP')).toBe(true);
  expect(made.isDisputed('BTCCOP')).toBe(true);
  expect(made.isDisputed('BTCUSDT')).toBe(false);
  expect(made.isDisputed('ETHUSDT')).toBe(false);
});

test('half of the sources is no majority', () => {
  const { board: made, take, whole } = board({ sourcesMin: 2 });
  take('a', 'BTC/USDT', 90_000);
  take('b', 'BTC/USDT', 90_100);
  take('c', 'BTC/USDT', 80_000);
  take('d', 'BTC/USDT', 120_000);
  expect(whole('BTCUSDT')).toBeNull();
  expect(made.isDisputed('BTCUSDT')).toBe(true);
  take('c', 'BTC/USDT', 89_900);
  expect(whole('BTCUSDT')).toBe(90_000);
});

test('a pair whose own sources disagree is not computed across others', () => {
  const { take, whole } = board();
  take('a', 'BTC/COP', 300_000_000);
  take('b', 'BTC/COP', 351_000_000);
  take('a', 'BTC/USDT', 90_000);
  take('a', 'USDT/COP', 3_900);
  expect(whole('BTCCOP')).toBeNull();
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
  expect(made.findPrice('BTCCOP')?.at).toBe(start - 9_000);
  expect(whole('USDTUSDC')).toBe(1.25);
  expect(whole('ETHCOP')).toBeNull();
  expect(whole('DOGEUSDT')).toBeNull();
});

test('malformed external data is ignored', () => {
  const { take, whole } = board();
  for (const middle of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) take('a', 'BTC/USDT', middle);
  expect(whole('BTCUSDT')).toBeNull();
});
