import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareDecimals, isZero } from './decimal.ts';

const decimals = fc
  .tuple(fc.bigInt(-(10n ** 20n), 10n ** 20n), fc.integer({ min: 0, max: 18 }), fc.nat(3))
  .map(([units, places, zeros]) => ({
    units: units * 10n ** BigInt(18 - places),
    text: textOf(units, places, zeros),
  }));

/** Formats in plain notation, with trailing zeros that change nothing. */
function textOf(units: bigint, places: number, zeros: number): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const fraction = digits.slice(digits.length - places) + '0'.repeat(zeros);
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

test('decimals compare as their exact values do', () => {
  fc.assert(
    fc.property(decimals, decimals, (a, b) => {
      const expected = a.units < b.units ? -1 : a.units > b.units ? 1 : 0;
      expect(Math.sign(compareDecimals(a.text, b.text))).toBe(expected);
      expect(compareDecimals(a.text, a.text)).toBe(0);
      expect(isZero(a.text)).toBe(a.units === 0n);
    }),
  );
});

test.each([
  ['9.5', '10', -1],
  ['0.10', '0.1', 0],
  ['0.000000000000000001', '0', 1],
  ['-0.2', '-0.1', -1],
  ['-0', '0.00', 0],
])('%s against %s is %i', (a, b, order) => {
  expect(compareDecimals(a, b)).toBe(order);
});
