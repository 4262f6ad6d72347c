import { expect, test } from 'vitest';
import { anchors, crossRate, stepRates } from './market-model.ts';
import { pastPath } from './price-path.ts';
import { seededRandom } from './random.ts';
import { SimulatedPrices, priceIn } from './simulated-prices.ts';

const minute = 60_000;

function walk(seed: number, steps: number) {
  let now = 1_000_000;
  const prices = new SimulatedPrices({ seed, now: () => now });
  const seen: bigint[] = [];
  for (let i = 0; i < steps; i++) {
    now += minute;
    prices.step();
    seen.push(prices.findPrice('BTCUSDT')?.price ?? 0n);
  }
  return seen;
}

test('the same seed walks the same path, another seed another one', () => {
  expect(walk(7, 50)).toEqual(walk(7, 50));
  expect(walk(7, 50)).not.toEqual(walk(8, 50));
});

test('a minute moves bitcoin by about 6.9 basis points', () => {
  const random = seededRandom(1);
  let rates = anchors;
  const moves: number[] = [];
  for (let i = 0; i < 5000; i++) {
    const next = stepRates(rates, minute, random);
    moves.push(Math.log(next.BTCUSDT / rates.BTCUSDT));
    rates = next;
  }
  const deviation = Math.sqrt(moves.reduce((sum, move) => sum + move * move, 0) / moves.length);
  expect(deviation * 10_000).toBeGreaterThan(6.5);
  expect(deviation * 10_000).toBeLessThan(7.3);
});

test('the stable pair stays near one for months', () => {
  const random = seededRandom(3);
  let rates = anchors;
  for (let i = 0; i < 60 * 24 * 60; i++) rates = stepRates(rates, minute, random);
  expect(Math.abs(rates.USDCUSDT - 1)).toBeLessThan(0.005);
});

test('other prices are crosses of the same rates', () => {
  expect(crossRate(anchors, 'BTC', 'COP')).toBeCloseTo(90_000 * 3_900, 3);
  expect(priceIn(anchors, 'ETHBTC')).toBe(34_444_444_444n);
  expect(priceIn(anchors, 'USDTBRL')).toBe(5_400_000_000_000n);
  expect(priceIn(anchors, 'DOGEUSDT')).toBeNull();
});

test('a past ends at the current rates, and begins where it must', () => {
  const times = Array.from({ length: 600 }, (_, i) => 1_000_000 + i * minute);
  const end = { at: 1_000_000 + 600 * minute, rates: { ...anchors, BTCUSDT: 95_000 } };
  const start = { at: 1_000_000, rates: anchors };
  const path = pastPath({ times, end, start, seed: 5 });
  expect(path.map((point) => point.at)).toEqual(times);
  expect(path[0]?.rates.BTCUSDT).toBeCloseTo(90_000, 3);
  expect(Math.abs((path.at(-1)?.rates.BTCUSDT ?? 0) / 95_000 - 1)).toBeLessThan(0.005);
});
