import { RampUnavailable } from '@salar/services/ports/ramp-provider';
import { expect, test } from 'vitest';
import { getRetryAfter } from './retry-after.ts';

const failure = (code: string) => Object.assign(new Error('database error'), { code });

test.each([
  ['a full disk', failure('53100')],
  ['too many connections', failure('53300')],
  ['a server that shuts down', failure('57P01')],
  ['a server that is not there', failure('ECONNREFUSED')],
  ['an I/O error', failure('58030')],
  ['a lost connection', new Error('Connection terminated unexpectedly')],
])('%s is an outage: retry after a second', (_, error) => {
  expect(getRetryAfter(error)).toBe(1);
});

test('the retry time of an error is used, rounded up to whole seconds', () => {
  expect(getRetryAfter(Object.assign(new Error('queue full'), { retryAfterMs: 1500 }))).toBe(2);
});

test('an unavailable provider is an outage, not a fault of the server', () => {
  expect(getRetryAfter(new RampUnavailable('no key to check a signature with'))).toBe(30);
});

test.each([
  ['a wrong statement', failure('42601')],
  ['a broken rule', failure('23505')],
  ['a programming error', new TypeError('undefined is not a function')],
  ['a value that is not an Error', 'text'],
])('%s is not an outage', (_, error) => {
  expect(getRetryAfter(error)).toBeNull();
});
