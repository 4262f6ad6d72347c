import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalsMax, parseAmount } from './amount.ts';

/** The amount by the grammar alone, using big numbers only. */
function plainly(text: string, decimals: number): bigint | string {
  const match = /^(\d{1,20})(?:\.(\d{1,18}))?$/.exec(text);
  if (!match) return 'amount_malformed';
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  if (fraction.length > decimals) return 'amount_too_precise';
  return BigInt((match[1] ?? '') + fraction.padEnd(decimals, '0'));
}

test('short texts are parsed like long ones', () => {
  const character = fc.constantFrom(...'0123456789.'.split(''));
  const odd = fc.constantFrom(...'0019.-+e, '.split(''));
  const texts = fc.oneof(
    fc.string({ unit: character, maxLength: 18 }),
    fc.string({ unit: odd, maxLength: 6 }),
    fc.tuple(fc.nat(), fc.nat()).map(([whole, fraction]) => `${whole}.${fraction}`),
  );
  fc.assert(
    fc.property(texts, fc.integer({ min: 0, max: decimalsMax }), (text, decimals) => {
      const read = parseAmount(text, decimals);
      expect(read.ok ? read.value : read.refusal).toBe(plainly(text, decimals));
    }),
    { numRuns: 5000 },
  );
});
