import { expect, test } from 'vitest';
import { SnapshotReader } from './snapshot-reader.ts';
import { SnapshotWriter } from './snapshot-writer.ts';

const numbers = [0, 127, 128, 300, 2 ** 32, Number.MAX_SAFE_INTEGER];
const amounts = [0n, 1n, -1n, 2n ** 64n - 1n, 2n ** 64n, -(2n ** 90n)];
const texts = ['', 'BTC', 'Peña ₿', '\ud800'];
const choices = ['a', 'b', 'c'] as const;

test('the encoding of each kind of value has not changed, and is read back', () => {
  const out = new SnapshotWriter();
  for (const number of numbers) out.number(number);
  for (const amount of amounts) out.amount(amount);
  out.optionalAmount(null);
  out.optionalAmount(5n);
  out.boolean(true);
  out.boolean(false);
  for (const text of texts) out.text(text);
  out.bytes(Uint8Array.of(1, 2, 255));
  out.choice(choices, 'c');
  const bytes = out.finish();
  expect(Buffer.from(bytes).toString('hex')).toBe(
    '007f8001ac028080808010ffffffffffffff0f000201000000000000000301000000000000000' +
      '2ffffffffffffffff04000000000000000001000000000000000500000000000000000000000400000000' +
      '000102050000000000000001000003425443065065f1016120bf410180b003030102ff02',
  );
  const input = new SnapshotReader(bytes);
  expect(numbers.map(() => input.number())).toEqual(numbers);
  expect(amounts.map(() => input.amount())).toEqual(amounts);
  expect([input.optionalAmount(), input.optionalAmount()]).toEqual([null, 5n]);
  expect([input.boolean(), input.boolean()]).toEqual([true, false]);
  expect(texts.map(() => input.text())).toEqual(texts);
  expect(input.bytes()).toEqual(Uint8Array.of(1, 2, 255));
  expect(input.choice(choices)).toBe('c');
  expect(() => input.assertEnd()).not.toThrow();
  expect(() => input.number()).toThrow('truncated');
});
