import { expect, test } from 'vitest';
import { confirmWithdrawInfo } from '../calls/withdrawals/confirm-withdraw-info.ts';
import { confirmWithdraw } from '../calls/withdrawals/confirm-withdraw.ts';
import { getWithdrawConfirmation } from '../calls/withdrawals/get-withdraw-confirmation.ts';
import { getWithdrawInfoConfirmation } from '../calls/withdrawals/get-withdraw-info-confirmation.ts';
import { productionLimits, RateLimiter } from './rate-limits.ts';
import type { Caller } from './rate-limits.ts';

const getWait = (limiter: RateLimiter, caller: Caller, at: number) =>
  limiter.takeForCaller('orders', caller, at)?.wait;

test('a burst passes, then calls pass at the rate, and the wait is returned', () => {
  const limiter = new RateLimiter(productionLimits);
  const passed = Array.from({ length: 60 }, () => getWait(limiter, 17, 0)).filter((wait) => wait === 0);
  expect(passed).toHaveLength(50);
  expect(getWait(limiter, 17, 0)).toBe(1);
  expect(getWait(limiter, 18, 0)).toBe(0);
  expect(getWait(limiter, 17, 50)).toBe(0);
  expect(getWait(limiter, 17, 50)).toBe(1);
});

test('registrations per address are few, and the wait is long', () => {
  const limiter = new RateLimiter(productionLimits);
  const waits = Array.from({ length: 6 }, () => limiter.takeForAddress('register', '203.0.113.9', 0)?.wait);
  expect(waits).toEqual([0, 0, 0, 0, 0, 720]);
});

test('P7 the addresses of one IPv6 subscriber are limited together', () => {
  const limiter = new RateLimiter(productionLimits);
  const take = (host: number) =>
    limiter.takeForAddress('sign-in', `2001:db8:1:2::${host.toString(16)}`, 0)?.wait;
  expect(Array.from({ length: 20 }, (_none, host) => take(host)).filter((wait) => wait === 0)).toHaveLength(
    10,
  );
  expect(limiter.takeForAddress('sign-in', '2001:db8:1:3::1', 0)?.wait).toBe(0);
});

test.each([
  ['sign-in', 40, 160],
  ['register', 20, 80],
  ['mail', 40, 160],
] as const)('P7 one /56, one /48 and one /24 have their share of %s', (rate, home, site) => {
  const count = (toAddress: (number: number) => string) => {
    const limiter = new RateLimiter(productionLimits);
    const addresses = Array.from({ length: 4000 }, (_none, number) => toAddress(number & 255));
    return addresses.filter((address) => limiter.takeForAddress(rate, address, 0)?.wait === 0).length;
  };
  const hex = (number: number) => number.toString(16).padStart(2, '0');
  expect(count((number) => `2001:db8:1:a${hex(number)}::1`)).toBe(home);
  expect(count((number) => `2001:db8:1:${hex(number)}00::1`)).toBe(site);
  expect(count((number) => `203.0.113.${number}`)).toBe(site);
});

test('M1 the keys of a customer have a bucket, separate from that of their owner', () => {
  const limiter = new RateLimiter(productionLimits);
  for (let order = 0; order < 50; order += 1) expect(getWait(limiter, 17, 0)).toBe(0);
  expect(getWait(limiter, 17, 0)).toBe(1);
  expect(getWait(limiter, 'keys of 17', 0)).toBe(0);
  expect(getWait(limiter, 'keys of 18', 0)).toBe(0);
});

test('the status of a bucket has its size, what remains, and the time until it is full again', () => {
  const limiter = new RateLimiter(productionLimits);
  const take = (at: number, count = 1) => limiter.takeForCaller('orders', 17, at, count);
  expect(take(0)).toEqual({ wait: 0, limit: 50, remaining: 49, reset: 1 });
  expect(take(0, 49)).toEqual({ wait: 0, limit: 50, remaining: 0, reset: 3 });
  expect(take(0)).toEqual({ wait: 1, limit: 50, remaining: 0, reset: 3 });
  expect(take(500)).toEqual({ wait: 0, limit: 50, remaining: 9, reset: 3 });
  expect(limiter.takeForAddress('orders', '203.0.113.9', 0)).toBeNull();
});

test.each([
  [getWithdrawConfirmation, confirmWithdraw],
  [getWithdrawInfoConfirmation, confirmWithdrawInfo],
])(
  'ten customers behind one address can open the page of a mailed link, reload it and confirm',
  (look, confirm) => {
    const limiter = new RateLimiter(productionLimits);
    const take = ({ rate }: typeof look) => limiter.takeForAddress(rate, '203.0.113.9', 0)?.wait;
    for (let customer = 0; customer < 10; customer += 1)
      expect([look, look, confirm].map(take)).toEqual([0, 0, 0]);
  },
);

/** Rates that clients of the family rely on, spread over a minute or all at once. */
test.each([
  ['six hundred reads of one session', 600, 100, 'read'],
  ['five hundred messages of one socket', 500, 120, 'read'],
  ['five hundred orders of one socket', 500, 120, 'orders'],
  ['fifty sign-ins of sockets at once', 50, 0, 'socket-sign-in'],
] as const)('%s within a minute always pass', (_what, count, everyMs, rate) => {
  const limiter = new RateLimiter(productionLimits);
  for (let call = 0; call < count; call += 1) {
    expect(limiter.takeForCaller(rate, 17, call * everyMs)?.wait ?? 0).toBe(0);
    expect(limiter.takeForAddress(rate, '203.0.113.9', call * everyMs)?.wait ?? 0).toBe(0);
  }
});

test('P7 a full table evicts the caller that called longest ago, not the busy one', () => {
  const limiter = new RateLimiter(productionLimits);
  const [busy, idle] = ['keys of 1', 'keys of 2'] as const;
  const exhaust = (caller: Caller) => limiter.takeForCaller('orders', caller, 0, 50);
  exhaust(busy);
  exhaust(idle);
  for (let other = 0; other < 20_000; other += 1) {
    if (other % 1000 === 0) expect(getWait(limiter, busy, 0)).toBe(1);
    limiter.takeForCaller('orders', other, 0);
  }
  expect(getWait(limiter, busy, 0)).toBe(1);
  expect(getWait(limiter, idle, 0)).toBe(0);
});

test('a long answer counts as several calls of its address, and is made up for by waiting', () => {
  const limiter = new RateLimiter(productionLimits);
  const take = (address: string, at: number) => limiter.takeForAddress('read', address, at);
  const passed = (at: number, length: number) => {
    let count = 0;
    for (; take('203.0.113.9', at)?.wait === 0; count += 1)
      limiter.chargeLongAnswer('read', '203.0.113.9', at, length);
    return count;
  };
  expect(passed(0, 1000)).toBe(100);
  // A book of 120 thousand characters counts as eight calls: 50 calls a second are six of them.
  expect(passed(10_000, 120_000)).toBe(13);
  expect(passed(11_000, 120_000)).toBe(6);
  for (let late = 0; late < 100; late += 1) limiter.chargeLongAnswer('read', '203.0.113.9', 11_000, 1e6);
  expect(take('203.0.113.9', 11_000)).toMatchObject({ wait: 3, remaining: 0 });
  expect(take('203.0.113.10', 11_000)?.wait).toBe(0);
});
