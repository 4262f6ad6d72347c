import { millis } from '@salar/protocol';
import { expect, test } from 'vitest';
import { lockAfterFailures, networkOf, SignInThrottle } from './throttle.ts';

const start = Date.UTC(2026, 0, 1);
const at = (seconds: number) => millis(start + seconds * 1000);

test('P7 after five failures on one name from one address the waits double up to a minute', () => {
  const throttle = new SignInThrottle();
  throttle.succeeded('maria', 'home'); // known to the account, so the count of strangers does not apply
  let now = 0;
  const waits: number[] = [];
  for (let tries = 0; tries < 14; tries += 1) {
    const verdict = throttle.claim('maria', 'home', at(now));
    if (verdict.ok) continue;
    waits.push(verdict.retryAfterMs / 1000);
    now += verdict.retryAfterMs / 1000;
  }
  expect(waits).toEqual([1, 2, 4, 8]);
});

test('P7 tries are claimed before the password is looked at, so parallel ones cannot pass', () => {
  const throttle = new SignInThrottle();
  const verdicts = Array.from({ length: 50 }, () => throttle.claim('maria', 'bot', at(0)).ok);
  expect(verdicts.filter(Boolean)).toHaveLength(6);
});

test('P7 ten failures from strangers close the name to strangers for a quarter of an hour, not to known addresses', () => {
  const throttle = new SignInThrottle();
  throttle.succeeded('maria', 'home');
  for (let tries = 0; tries < 10; tries += 1) throttle.claim('maria', `bot${tries}`, at(0));
  expect(throttle.claim('maria', 'bot99', at(1))).toEqual({ ok: false, retryAfterMs: 899_000 });
  expect(throttle.claim('maria', 'home', at(1)).ok).toBe(true);
  expect(throttle.claim('maria', 'bot99', at(901)).ok).toBe(true);
});

test('P7 fifty failures close an address, whatever the names', () => {
  const throttle = new SignInThrottle();
  for (let tries = 0; tries < 50; tries += 1) throttle.claim(`name${tries}`, 'bot', at(0));
  expect(throttle.claim('other', 'bot', at(1)).ok).toBe(false);
  expect(throttle.claim('other', 'home', at(1)).ok).toBe(true);
});

test('P4 a name that nobody has locks like a real one', () => {
  const throttle = new SignInThrottle();
  for (let tries = 0; tries < lockAfterFailures; tries += 1) throttle.unknownNameFailed('nobody', at(0));
  expect(throttle.unknownNameFailed('nobody', at(0))).toEqual({ isLocked: true });
});

test('addresses are counted by /24 and /64', () => {
  expect(networkOf('203.0.113.9')).toBe('203.0.113');
  expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113');
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2');
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0');
  expect(networkOf('::1')).toBe('0:0:0:0');
});
