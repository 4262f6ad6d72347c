import { expect, test } from 'vitest';
import { NonceCache, NonceCacheFull } from './nonce-cache.ts';

const minute = 60_000;
const bookOf = (noncesMax?: number) => {
  const book = new NonceCache({ startedAt: 0, ...(noncesMax !== undefined && { noncesMax }) });
  return (nonce: string, now: number, apiKey = 'key') => book.take({ apiKey, nonce, signedAt: now }, now);
};

test('K2 a nonce of a key is good once within five minutes', () => {
  const take = bookOf();
  expect(take('first', 0)).toBe(true);
  expect(take('first', 5 * minute - 1)).toBe(false);
  expect(take('first', 5 * minute)).toBe(true);
});

test('two keys may use the same nonce', () => {
  const take = bookOf();
  expect([take('first', 0, 'one'), take('first', 0, 'two')]).toEqual([true, true]);
});

test('a request that was signed before the start is not taken: it may have been taken before it', () => {
  const book = new NonceCache({ startedAt: minute });
  expect(book.take({ apiKey: 'key', nonce: 'first', signedAt: minute - 1 }, minute)).toBe(false);
  expect(book.take({ apiKey: 'key', nonce: 'first', signedAt: minute }, minute)).toBe(true);
});

test('a full book forgets only what cannot come again, and takes nothing rather than forget more', () => {
  const take = bookOf(3);
  for (const nonce of ['a', 'b', 'c']) expect(take(nonce, 0)).toBe(true);
  // One that was signed thirty seconds ahead is timely until a minute later.
  expect(() => take('d', minute)).toThrow(NonceCacheFull);
  expect(take('d', minute + 1)).toBe(true);
});
