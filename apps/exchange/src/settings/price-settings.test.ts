import { expect, test } from 'vitest';
import { z } from 'zod';
import { findPriceProblems, priceSettingsShape, toPriceConfig } from './price-settings.ts';

const schema = z.object(priceSettingsShape);
const read = (given: Record<string, string>, isProduction = true) =>
  toPriceConfig(schema.parse(given), { isProduction });
const problems = (given: Record<string, string>, isProduction = true) =>
  findPriceProblems(schema.parse(given), { isProduction });

test('in production two sources must agree, unless the settings say otherwise', () => {
  expect(read({})).toEqual({ sources: null, sourcesMin: 2, singleSourcePairs: [], ageMaxMs: 600_000 });
  expect(read({}, false).sourcesMin).toBe(1);
  expect(problems({ SALAR_PRICE_SOURCES: 'binance' })).toEqual([
    expect.stringContaining('names 1 of the 2 exchanges that must agree'),
  ]);
  expect(problems({ SALAR_PRICE_SOURCES: 'binance', SALAR_PRICE_SOURCES_MIN: '1' })).toEqual([]);
  expect(problems({ SALAR_PRICE_SOURCES: 'binance,bitso' })).toEqual([]);
  expect(problems({ SALAR_PRICE_SOURCES: 'binance' }, false)).toEqual([]);
  expect(problems({})).toEqual([]);
});

test('pairs of one source are pairs of our products', () => {
  expect(read({ SALAR_PRICE_SINGLE_SOURCE: 'USDT/COP,USDT/BRL' }).singleSourcePairs).toEqual([
    'USDT/COP',
    'USDT/BRL',
  ]);
  for (const wrong of ['USDTCOP', 'USDT/CPO', 'USDT/USDT', 'USDT/COP/BRL', ''])
    expect(schema.safeParse({ SALAR_PRICE_SINGLE_SOURCE: wrong }).success, wrong).toBe(false);
});

test('bad numbers and repeated exchanges are refused', () => {
  for (const [name, value] of [
    ['SALAR_PRICE_SOURCES', 'binance,binance'],
    ['SALAR_PRICE_SOURCES', 'Binance'],
    ['SALAR_PRICE_SOURCES_MIN', '0'],
    ['SALAR_PRICE_SOURCES_MIN', '1.5'],
    ['SALAR_PRICE_AGE_MINUTES', '0'],
    ['SALAR_PRICE_AGE_MINUTES', 'ten'],
  ] as const)
    expect(schema.safeParse({ [name]: value }).success, `${name}=${value}`).toBe(false);
  expect(read({ SALAR_PRICE_AGE_MINUTES: '30' }).ageMaxMs).toBe(1_800_000);
});
