import { expect, test } from 'vitest';
import { spellAmount } from './spell-amount.ts';

test.each([
  [0n, 2, 'zero'],
  [1n, 2, 'zero point zero one'],
  [15025n, 2, 'one hundred fifty point two five'],
  [25_000_050n, 2, 'two hundred fifty thousand point five'],
  [1_001_000_00n, 2, 'one million one thousand'],
  [1_119_317n, 0, 'one million one hundred nineteen thousand three hundred seventeen'],
  [21n, 0, 'twenty-one'],
  [80n, 0, 'eighty'],
  [
    1_000_000_000_000_000_001n,
    18,
    'one point zero zero zero zero zero zero zero zero zero zero zero zero zero zero zero zero zero one',
  ],
  [10n ** 39n, 0, 'one duodecillion'],
] as const)('%d with %d decimals', (amount, decimals, text) => {
  expect(spellAmount(amount, decimals)).toBe(text);
});
