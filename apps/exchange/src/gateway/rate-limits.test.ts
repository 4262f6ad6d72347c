import { expect, test } from 'vitest';
import { productionLimits, RateLimiter } from './rate-limits.ts';

test('a burst passes, then calls pass at the rate, and the wait is told', () => {
  const limiter = new RateLimiter(productionLimits);
  const passed = Array.from({ length: 60 }, () => limiter.takeOfUser('orders', 17, 0)).filter(
    (wait) => wait === 0,
  );
  expect(passed).toHaveLength(50);
  expect(limiter.takeOfUser('orders', 17, 0)).toBe(1);
  expect(limiter.takeOfUser('orders', 18, 0)).toBe(0);
  expect(limiter.takeOfUser('orders', 17, 50)).toBe(0);
  expect(limiter.takeOfUser('orders', 17, 50)).toBe(1);
});

test('registrations of one address are few, and the wait is long', () => {
  const limiter = new RateLimiter(productionLimits);
  const waits = Array.from({ length: 6 }, () => limiter.takeOfAddress('register', '203.0.113.9', 0));
  expect(waits).toEqual([0, 0, 0, 0, 0, 720]);
});

test('P7 the addresses of one IPv6 subscriber are limited together', () => {
  const limiter = new RateLimiter(productionLimits);
  const take = (host: number) => limiter.takeOfAddress('sign-in', `2001:db8:1:2::${host.toString(16)}`, 0);
  expect(Array.from({ length: 20 }, (_none, host) => take(host)).filter((wait) => wait === 0)).toHaveLength(
    10,
  );
  expect(limiter.takeOfAddress('sign-in', '2001:db8:1:3::1', 0)).toBe(0);
});

test('six hundred reads a minute of one session always pass', () => {
  const limiter = new RateLimiter(productionLimits);
  for (let call = 0; call < 600; call += 1) {
    expect(limiter.takeOfUser('read', 17, call * 100)).toBe(0);
    expect(limiter.takeOfAddress('read', '203.0.113.9', call * 100)).toBe(0);
  }
});
