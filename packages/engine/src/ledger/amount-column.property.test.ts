import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AmountColumn } from './amount-column.ts';

// Around the limits of 62 and 64 bits, and around the edges of the first chunks.
const amounts = fc.oneof(
  fc.bigInt({ min: -5n, max: 5n }),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
  fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n }),
  fc
    .tuple(
      fc.constantFrom(2n ** 61n, 2n ** 62n, 2n ** 63n, 2n ** 64n),
      fc.bigInt({ min: -2n, max: 2n }),
      fc.boolean(),
    )
    .map(([limit, offset, isNegative]) => (isNegative ? -limit - offset : limit + offset)),
);
const indices = fc.constantFrom(0, 1, 2, 4095, 4096, 4097, 40_000);
const kinds = fc.constantFrom('set', 'add', 'subtract');
const steps = fc.array(fc.record({ kind: kinds, index: indices, amount: amounts }), { maxLength: 60 });

test('a column contains the same numbers as a map of big integers', () => {
  fc.assert(
    fc.property(steps, amounts, (taken, bound) => {
      const column = new AmountColumn();
      const expected = new Map<number, bigint>();
      for (const { kind, index, amount } of taken) {
        const before = expected.get(index) ?? 0n;
        column[kind](index, amount);
        if (kind === 'set') expected.set(index, amount);
        else expected.set(index, kind === 'add' ? before + amount : before - amount);
        for (const at of [0, 1, 2, 3, 4095, 4096, 4097, 40_000, 50_000]) {
          const number = expected.get(at) ?? 0n;
          expect(column.get(at)).toBe(number);
          expect(column.isNegative(at)).toBe(number < 0n);
          expect(column.isAtLeast(at, bound)).toBe(number >= bound);
          expect(column.isAtLeast(at, number)).toBe(true);
          expect(column.isAtLeast(at, number + 1n)).toBe(false);
        }
      }
    }),
  );
});
