import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CopyText } from './copy-text.ts';

const read = (text: CopyText) => Buffer.from(text.take()).toString('latin1');

test('rows have the digits of their numbers and amounts, however many rows', () => {
  const edges = Array.from({ length: 17 }, (_, power) => 10 ** power).flatMap((one) => [
    one - 1,
    one,
    one + 1,
  ]);
  const numbers = fc.oneof(
    fc.maxSafeInteger(),
    fc.constantFrom(
      ...edges.filter(Number.isSafeInteger),
      Number.MAX_SAFE_INTEGER,
      Number.MIN_SAFE_INTEGER,
      -0,
    ),
  );
  const amounts = fc.oneof(
    fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
    fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }),
    fc.bigInt({ min: -(2n ** 53n) - 3n, max: 3n - 2n ** 53n }),
  );
  const column = fc.oneof(numbers, amounts, fc.constantFrom('t', 'f', String.raw`\N`));
  const rows = fc.array(fc.array(column, { minLength: 1, maxLength: 20 }), { maxLength: 200 });
  const text = new CopyText();
  fc.assert(
    fc.property(rows, (all) => {
      for (const row of all) {
        for (const one of row) {
          if (typeof one === 'number') text.number(one);
          else if (typeof one === 'bigint') text.amount(one);
          else text.text(one);
        }
        text.endRow();
      }
      expect(read(text)).toBe(all.map((row) => `${row.map(String).join('\t')}\n`).join(''));
    }),
  );
});

test('bytes that were taken do not change when more rows are added', () => {
  const text = new CopyText();
  text.number(1);
  text.endRow();
  const taken = text.take();
  text.number(2);
  text.endRow();
  expect(Buffer.from(taken).toString('latin1')).toBe('1\n');
  expect(text.take().length).toBe(2);
  expect(text.take().length).toBe(0);
});

test('rows longer than the buffer still fit', () => {
  const text = new CopyText();
  const long = '9'.repeat(300_000);
  text.text(long);
  text.endRow();
  for (let i = 0; i < 100_000; i += 1) text.number(i);
  text.endRow();
  expect(read(text)).toBe(`${long}\n${Array.from({ length: 100_000 }, (_, i) => i).join('\t')}\n`);
});

test.each([0.5, Number.NaN, Infinity, 2 ** 53])(
  '%s is refused instead of written as another number',
  (value) => {
    expect(() => new CopyText().number(value)).toThrow(RangeError);
  },
);
