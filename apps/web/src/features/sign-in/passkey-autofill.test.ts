import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PasskeyAssertion } from '../../api/calls/sign-in/authenticate-passkey.ts';
import { signWithPasskey } from '../../lib/passkey.ts';
import { challengeOptions, useBrowserPasskeys } from '../../lib/testing/browser-passkeys.ts';
import { PasskeyAutofill } from './passkey-autofill.ts';

const browser = useBrowserPasskeys();
const minuteMs = 60_000;
let challengesGiven = 0;
let givesChallenges = true;
let assertions: PasskeyAssertion[] = [];

/** The server's challenges are `aaa1`, `aaa2` and so on. */
function newAutofill() {
  return new PasskeyAutofill({
    requestChallenge: async () => {
      challengesGiven += 1;
      if (!givesChallenges) return null;
      return { challengeId: `id-${challengesGiven}`, options: challengeOptions(`aaa${challengesGiven}`) };
    },
    onAssertion: async (assertion) => void assertions.push(assertion),
  });
}
const challenges = () => browser.requests.map(({ challenge }) => challenge);
const settle = () => vi.advanceTimersByTimeAsync(1);

beforeEach(() => {
  vi.useFakeTimers();
  challengesGiven = 0;
  givesChallenges = true;
  assertions = [];
  document.body.innerHTML = '<input autocomplete="username webauthn">';
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.body.innerHTML = '';
});

test('a passkey chosen in the field is passed on with its challenge', async () => {
  const autofill = newAutofill();
  void autofill.offer();
  await settle();
  expect(browser.requests).toMatchObject([{ challenge: 'aaa1', mediation: 'conditional' }]);
  browser.requests[0]?.answer();
  await settle();
  expect(assertions).toMatchObject([{ challengeId: 'id-1' }]);
  expect(JSON.parse(assertions[0]?.response ?? '')).toMatchObject({ id: 'key', type: 'public-key' });
});

test('a browser that lists no passkeys in fields is offered none, and no challenge is requested', async () => {
  browser.canAutofill = false;
  await newAutofill().offer();
  expect(challengesGiven).toBe(0);
  expect(browser.requests).toEqual([]);
});

test('there is one offer at a time', async () => {
  const autofill = newAutofill();
  void autofill.offer();
  void autofill.offer();
  await settle();
  void autofill.offer();
  await settle();
  expect(challenges()).toEqual(['aaa1']);
});

test('a withdrawn offer is made again with the same challenge while that is recent', async () => {
  const autofill = newAutofill();
  void autofill.offer();
  await settle();
  autofill.withdraw();
  await settle();
  expect(browser.requests[0]?.signal.aborted).toBe(true);
  void autofill.offer();
  await settle();
  expect(challenges()).toEqual(['aaa1', 'aaa1']);
  autofill.withdraw();
  await vi.advanceTimersByTimeAsync(4 * minuteMs);
  void autofill.offer();
  await settle();
  expect(challenges()).toEqual(['aaa1', 'aaa1', 'aaa2']);
});

test('an offer that was withdrawn while its challenge was being requested is not made', async () => {
  const autofill = newAutofill();
  void autofill.offer();
  autofill.withdraw();
  await settle();
  expect(browser.requests).toEqual([]);
});

test('a challenge that was answered is not used again', async () => {
  const autofill = newAutofill();
  void autofill.offer();
  await settle();
  browser.requests[0]?.answer();
  await settle();
  void autofill.offer();
  await settle();
  expect(challenges()).toEqual(['aaa1', 'aaa2']);
});

test('on a page that stays open the challenge is renewed before the server drops it', async () => {
  void newAutofill().offer();
  await vi.advanceTimersByTimeAsync(9 * minuteMs);
  expect(challenges()).toEqual(['aaa1', 'aaa2', 'aaa3']);
  expect(browser.requests.map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
  browser.requests[2]?.answer();
  await settle();
  expect(assertions).toMatchObject([{ challengeId: 'id-3' }]);
});

test('on a hidden page the offer ends, and is made again on the next focus', async () => {
  const autofill = newAutofill();
  void autofill.offer();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await vi.advanceTimersByTimeAsync(9 * minuteMs);
  expect(challenges()).toEqual(['aaa1']);
  expect(browser.requests[0]?.signal.aborted).toBe(true);
  void autofill.offer();
  await settle();
  expect(challenges()).toEqual(['aaa1', 'aaa2']);
});

test('after a server gave no challenge, none is requested for a minute', async () => {
  const autofill = newAutofill();
  givesChallenges = false;
  await autofill.offer();
  await autofill.offer();
  expect(challengesGiven).toBe(1);
  givesChallenges = true;
  await vi.advanceTimersByTimeAsync(minuteMs);
  void autofill.offer();
  await settle();
  expect(challenges()).toEqual(['aaa2']);
});

test.each([
  ['NotAllowedError', 2],
  ['SecurityError', 1],
])('after %s of the browser and another focus there were %d offers', async (name, count) => {
  const autofill = newAutofill();
  void autofill.offer();
  await settle();
  browser.requests[0]?.fail(name);
  await settle();
  void autofill.offer();
  await settle();
  expect(browser.requests).toHaveLength(count);
  expect(assertions).toEqual([]);
});

test('the dialog of the button ends the offer, and is not closed by another one', async () => {
  const autofill = newAutofill();
  void autofill.offer();
  await settle();
  const signature = signWithPasskey(challengeOptions('bbbb'));
  await vi.waitFor(() => expect(challenges()).toEqual(['aaa1', 'bbbb']));
  expect(browser.requests[0]?.signal.aborted).toBe(true);
  await autofill.offer();
  expect(browser.requests).toHaveLength(2);
  expect(browser.requests[1]?.signal.aborted).toBe(false);
  browser.requests[1]?.answer();
  expect(await signature).toContain('"id":"key"');
  void autofill.offer();
  await settle();
  expect(challenges()).toEqual(['aaa1', 'bbbb', 'aaa1']);
});
