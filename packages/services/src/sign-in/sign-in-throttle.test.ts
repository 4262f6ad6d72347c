import { millis } from '@salar/protocol';
import { expect, test } from 'vitest';
import { lockAfterFailures, SignInThrottle } from './sign-in-throttle.ts';

const start = Date.UTC(2026, 0, 1);
const at = (seconds: number) => millis(start + seconds * 1000);
/** The customer's own laptop, identified by its cookie. */
const laptop = {
  source: 'device 1',
  network: 'home',
  networksAround: ['home/24'],
  isUnknown: false,
  isKnownDevice: true,
};
const from = (network: string) => ({
  source: `network ${network}`,
  network,
  networksAround: [`${network}/24`],
  isUnknown: true,
  isKnownDevice: false,
});

test('P7 after five failures on one account from one source the delays double up to a minute', () => {
  const throttle = new SignInThrottle();
  let now = 0;
  const waits: number[] = [];
  for (let tries = 0; tries < 20; tries += 1) {
    const verdict = throttle.claim('maria', laptop, at(now));
    if (verdict.ok) continue;
    waits.push(verdict.retryAfterMs / 1000);
    now += verdict.retryAfterMs / 1000;
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60]);
});

test('P7 attempts are claimed before the password is checked, so parallel ones cannot pass', () => {
  const throttle = new SignInThrottle();
  const verdicts = Array.from({ length: 50 }, () => throttle.claim('maria', from('bot'), at(0)).ok);
  expect(verdicts.filter(Boolean)).toHaveLength(6);
});

test('P7 ten failures from unknown origins block those for a quarter of an hour, not a known device', () => {
  const throttle = new SignInThrottle();
  for (let tries = 0; tries < 10; tries += 1) throttle.claim('maria', from(`bot${tries}`), at(0));
  expect(throttle.claim('maria', from('bot99'), at(1))).toMatchObject({ ok: false, retryAfterMs: 899_000 });
  expect(throttle.claim('maria', laptop, at(1)).ok).toBe(true);
  expect(throttle.claim('maria', from('bot99'), at(901)).ok).toBe(true);
});

test('P7 attempts from the network of a known device do not slow that device down', () => {
  const throttle = new SignInThrottle();
  const neighbour = { ...from('home'), isUnknown: false };
  for (let tries = 0; tries < 10; tries += 1) throttle.claim('maria', neighbour, at(0));
  expect(throttle.claim('maria', neighbour, at(0)).ok).toBe(false);
  expect(throttle.claim('maria', laptop, at(0)).ok).toBe(true);
});

test('P7 fifty failures block a network, whatever the accounts', () => {
  const throttle = new SignInThrottle();
  for (let tries = 0; tries < 50; tries += 1) throttle.claim(`name${tries}`, from('bot'), at(0));
  expect(throttle.claim('other', from('bot'), at(1)).ok).toBe(false);
  expect(throttle.claim('other', from('home'), at(1)).ok).toBe(true);
});

test('P7 failures of the networks of one /56 or /48 block it; a device that signed in before does not wait for others', () => {
  const countChecked = (sites: number, homes: number, networks: number) => {
    const throttle = new SignInThrottle();
    let checked = 0;
    for (let number = 0; number < 2000; number += 1) {
      const site = `${number % sites}`;
      const home = `${site}:${number % homes}`;
      const origin = {
        ...from(`${home}:${number % networks}`),
        networksAround: [`${home}/56`, `${site}/48`],
      };
      if (throttle.claim(`name${number}`, origin, at(0)).ok) checked += 1;
    }
    const owner = { ...laptop, network: '0:0:0', networksAround: ['0:0/56', '0/48'] };
    expect(throttle.claim('maria', owner, at(1)).ok).toBe(true);
    return checked;
  };
  expect(countChecked(1, 1, 1)).toBe(50);
  expect(countChecked(1, 1, 1000)).toBe(100);
  expect(countChecked(1, 1000, 1000)).toBe(400);
});

test('P7 an office whose people all sign in at once is not blocked', () => {
  const throttle = new SignInThrottle();
  const people = Array.from({ length: 50 }, (_none, number) => `person${number}`);
  for (const person of people) throttle.claim(person, from('office'), at(0));
  expect(throttle.claim('late', from('office'), at(0)).ok).toBe(false);
  for (const person of people) throttle.succeeded(person, from('office'));
  expect(throttle.claim('late', from('office'), at(1)).ok).toBe(true);
});

test('P7 attempts of a network that wait for an answer block it for 15 seconds, failures for a quarter of an hour', () => {
  const throttle = new SignInThrottle();
  for (let tries = 0; tries < 50; tries += 1) throttle.claim(`name${tries}`, from('mobile'), at(0));
  expect(throttle.claim('late', from('mobile'), at(3))).toMatchObject({ ok: false, retryAfterMs: 12_000 });
  expect(throttle.claim('late', from('mobile'), at(15))).toMatchObject({ ok: false, retryAfterMs: 885_000 });
  expect(throttle.claim('late', from('mobile'), at(899)).ok).toBe(false);
  expect(throttle.claim('late', from('mobile'), at(900)).ok).toBe(true);
});

test('P7 devices that signed in before do not count for their network, however many wait', () => {
  const throttle = new SignInThrottle();
  for (let tries = 0; tries < 200; tries += 1)
    expect(throttle.claim(`name${tries}`, { ...laptop, source: `device ${tries}` }, at(0)).ok).toBe(true);
  expect(throttle.claim('late', from('home'), at(0)).ok).toBe(true);
});

test('P7 one right password does not unblock a network that guesses', () => {
  const throttle = new SignInThrottle();
  throttle.claim('own', from('bot'), at(0));
  for (let tries = 0; tries < 49; tries += 1) throttle.claim(`name${tries}`, from('bot'), at(0));
  throttle.succeeded('own', from('bot'));
  expect(throttle.claim('name99', from('bot'), at(1)).ok).toBe(true);
  expect(throttle.claim('name99', from('bot'), at(2)).ok).toBe(false);
});

test('P7 a right password resets the counters of the account', () => {
  const throttle = new SignInThrottle();
  for (let tries = 0; tries < 9; tries += 1) throttle.claim('maria', from(`bot${tries}`), at(0));
  throttle.claim('maria', laptop, at(0));
  throttle.succeeded('maria', laptop);
  for (let tries = 0; tries < 10; tries += 1)
    expect(throttle.claim('maria', from(`other${tries}`), at(1)).ok).toBe(true);
});

test('P4 an unknown name locks like a real one', () => {
  const throttle = new SignInThrottle();
  for (let tries = 0; tries < lockAfterFailures; tries += 1) throttle.unknownNameFailed('nobody', at(0));
  expect(throttle.unknownNameFailed('nobody', at(0))).toEqual({ isLocked: true });
});

test('P7 attempts from a blocked network evict no account from the tables', () => {
  const throttle = new SignInThrottle();
  for (let tries = 0; tries < 10; tries += 1) throttle.claim('maria', from(`bot${tries}`), at(0));
  for (let name = 0; name < 20_100; name += 1) throttle.claim(`name${name}`, from('flood'), at(1));
  expect(throttle.claim('maria', from('bot99'), at(2)).ok).toBe(false);
});

test('P7 an account under repeated attempts is not evicted first', () => {
  const throttle = new SignInThrottle();
  throttle.claim('maria', from('bot0'), at(0));
  for (let name = 0; name < 19_999; name += 1) throttle.claim(`name${name}`, from(`net${name}`), at(1));
  for (let tries = 1; tries < 10; tries += 1) throttle.claim('maria', from(`bot${tries}`), at(2));
  for (let name = 0; name < 100; name += 1) throttle.claim(`more${name}`, from(`more${name}`), at(3));
  expect(throttle.claim('maria', from('bot99'), at(4)).ok).toBe(false);
});

test('P7 a full table evicts the counter that was counted longest ago; refused attempts evict nothing', () => {
  const throttle = new SignInThrottle();
  for (let tries = 0; tries < 6; tries += 1) throttle.claim('maria', laptop, at(0));
  const claimOther = (other: number) =>
    throttle.claim(`name${other}`, { ...laptop, network: `network ${other}` }, at(0)).ok;
  for (let other = 0; other < 19_999; other += 1) expect(claimOther(other)).toBe(true);
  expect(throttle.claim('maria', laptop, at(0)).ok).toBe(false);
  expect(claimOther(19_999)).toBe(true);
  expect(throttle.claim('maria', laptop, at(0)).ok).toBe(true);
});

test('P7 attempts whose password was not checked do not count as failures, and block no account', () => {
  const throttle = new SignInThrottle();
  for (let tries = 0; tries < 200; tries += 1) {
    expect(throttle.claim('maria', from('home'), at(0)).ok).toBe(true);
    throttle.takeBack('maria', from('home'));
  }
  // Those that were checked count as before.
  const verdicts = Array.from({ length: 50 }, () => throttle.claim('maria', from('home'), at(0)).ok);
  expect(verdicts.filter(Boolean)).toHaveLength(6);
});
