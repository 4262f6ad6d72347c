import { expect, test } from 'vitest';
import { NonceCache, NonceCacheFull } from './nonce-cache.ts';

const minute = 60_000;
const createTake = (noncesMax?: number) => {
  const cache = new NonceCache({ startedAt: 0, ...(noncesMax !== undefined && { noncesMax }) });
  return (nonce: string, now: number, apiKey = 'key') => cache.take({ apiKey, nonce, signedAt: now }, now);
};

test('K2 a nonce of a key is accepted once within five minutes', () => {
  const take = createTake();
  expect(take('first', 0)).toBe(true);
  expect(take('first', 5 * minute - 1)).toBe(false);
  expect(take('first', 5 * minute)).toBe(true);
});

test('two keys may use the same nonce', () => {
  const take = createTake();
  expect([take('first', 0, 'one'), take('first', 0, 'two')]).toEqual([true, true]);
});

test('a request that was signed before the start is rejected: it may have been accepted before the restart', () => {
  const cache = new NonceCache({ startedAt: minute });
  expect(cache.take({ apiKey: 'key', nonce: 'first', signedAt: minute - 1 }, minute)).toBe(false);
  expect(cache.take({ apiKey: 'key', nonce: 'first', signedAt: minute }, minute)).toBe(true);
});

test('a full cache evicts only what cannot be replayed, and rejects everything rather than evict more', () => {
  const take = createTake(3);
  for (const nonce of ['a', 'b', 'c']) expect(take(nonce, 0)).toBe(true);
  // A nonce that was signed thirty seconds ahead stays valid until a minute later.
  expect(() => take('d', minute)).toThrow(NonceCacheFull);
  expect(take('d', minute + 1)).toBe(true);
});
