import { userId } from '@salar/protocol';
import { expect, test } from 'vitest';
import { NonceCache, NonceCacheFull } from './nonce-cache.ts';

const minute = 60_000;
const [maria, joao] = [userId(1), userId(2)];
const createTake = (bounds: { noncesMax?: number; noncesOfOwnerMax?: number } = {}) => {
  const cache = new NonceCache({ startedAt: 0, ...bounds });
  return (nonce: string, now: number, { apiKey = 'key', owner = maria } = {}) =>
    cache.take({ apiKey, owner, nonce, signedAt: now }, now);
};

test('K2 a nonce of a key is accepted once within five minutes', () => {
  const take = createTake();
  expect(take('first', 0)).toBe(true);
  expect(take('first', 5 * minute - 1)).toBe(false);
  expect(take('first', 5 * minute)).toBe(true);
});

test('two keys may use the same nonce', () => {
  const take = createTake();
  expect([take('first', 0, { apiKey: 'one' }), take('first', 0, { apiKey: 'two' })]).toEqual([true, true]);
});

test('a request that was signed before the start is rejected: it may have been accepted before the restart', () => {
  const cache = new NonceCache({ startedAt: minute });
  const take = (signedAt: number) =>
    cache.take({ apiKey: 'key', owner: maria, nonce: 'first', signedAt }, minute);
  expect(take(minute - 1)).toBe(false);
  expect(take(minute)).toBe(true);
});

test('a full cache evicts only what cannot be replayed, and rejects everything rather than evict more', () => {
  const take = createTake({ noncesMax: 3 });
  for (const nonce of ['a', 'b', 'c']) expect(take(nonce, 0)).toBe(true);
  // A nonce that was signed thirty seconds ahead stays valid until a minute later.
  expect(() => take('d', minute)).toThrow(NonceCacheFull);
  expect(take('d', minute + 1)).toBe(true);
});

test('a customer who has filled their share is refused with every key; others are not', () => {
  const take = createTake({ noncesOfOwnerMax: 3 });
  for (const nonce of ['a', 'b', 'c']) expect(take(nonce, 0)).toBe(true);
  expect(() => take('d', 1, { apiKey: 'another key' })).toThrow(
    expect.objectContaining({ name: 'Error', isCallersLimit: true }),
  );
  expect(take('d', 1, { apiKey: 'theirs', owner: joao })).toBe(true);
  expect(take('e', 5 * minute)).toBe(true);
});
