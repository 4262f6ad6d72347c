import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDecimal, minusSign } from './decimal.ts';

const whole = fc.bigInt({ min: 0n, max: 10n ** 20n });
const fraction = fc.stringMatching(/^\d{0,18}$/);

test('removing the grouping restores the number, to the last digit', () => {
  fc.assert(
    fc.property(whole, fraction, fc.boolean(), (digits, places, isNegative) => {
      const text = `${isNegative ? '-' : ''}${digits}${places === '' ? '' : `.${places}`}`;
      const read = formatDecimal(text).replaceAll(',', '').replace(minusSign, '-');
      expect(scaled(read)).toBe(scaled(text));
    }),
  );
});

function scaled(text: string): bigint {
  const [units = '0', places = ''] = text.replace('-', '').split('.');
  const value = BigInt(units + places.padEnd(18, '0'));
  return text.startsWith('-') ? -value : value;
}
