import { expect, test } from 'vitest';
import { levels, notionalSymbol } from './catalogue.ts';

// covers: levels.3, levels.4, levels.5
test('levels have the limits of the product, in whole pesos', () => {
  const inPesos = (limit: bigint | null) => (limit === null ? null : limit / 100n);
  expect(notionalSymbol).toBe('COP');
  expect(
    levels.map(({ level, dailyLimit, monthlyLimit }) => [level, inPesos(dailyLimit), inPesos(monthlyLimit)]),
  ).toEqual([
    [0, 0n, 0n],
    [1, 10_000_000n, 10_000_000n],
    [2, 120_000_000n, 1_000_000_000n],
    [3, 360_000_000n, 6_400_000_000n],
    [4, null, null],
  ]);
});
