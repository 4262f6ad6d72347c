import { afterEach, expect, test, vi } from 'vitest';
import { getUserInfo } from './calls/accounts/get-user-info.ts';
import { findRequests } from './testing/fake-exchange.ts';
import { startFirstCall } from './testing/first-answer.ts';
import { signedInStore, useFakeExchange } from './testing/render-page.tsx';

useFakeExchange();
afterEach(() => {
  delete window.salarFirstAnswers;
  vi.restoreAllMocks();
});

const user = {
  UserId: 17,
  UserName: 'ana',
  Email: 'ana@example.com',
  AccountId: 23,
  EmailVerified: true,
  Use2FA: false,
  Locked: false,
};

test('a call made before the code arrived is not sent again', async () => {
  startFirstCall({ answer: answered() });
  const { data } = await loadUser(signedInStore());
  expect(data?.userName).toBe('ana');
  expect(findRequests('GetUserInfo')).toEqual([]);
});

test('an early answer is used once', async () => {
  startFirstCall({ answer: answered() });
  const store = signedInStore();
  await loadUser(store);
  await loadUser(store);
  expect(findRequests('GetUserInfo')).toHaveLength(1);
});

test.each([
  ['of another session', { token: 'another' }],
  ['with another body', { body: '{"UserId":18}' }],
  ['of another call', { path: '/AP/GetAccountInfo' }],
  ['of half a minute ago', { at: performance.now() - 31_000 }],
])('an answer %s is not used', async (_, what) => {
  startFirstCall({ answer: answered(), ...what });
  await loadUser(signedInStore());
  expect(findRequests('GetUserInfo')).toEqual([{ UserId: 17 }]);
});

test('an early call that failed fails as any call does', async () => {
  startFirstCall({ answer: Promise.reject(new TypeError('no network')) });
  const { error } = await loadUser(signedInStore());
  expect(error).toMatchObject({ status: 'FETCH_ERROR' });
});

test('an early call without an answer times out', async () => {
  vi.useFakeTimers();
  const controller = new AbortController();
  const answer = new Promise<Response>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason as Error));
  });
  startFirstCall({ answer, controller });
  const pending = loadUser(signedInStore());
  await vi.advanceTimersByTimeAsync(15_000);
  const { error } = await pending;
  vi.useRealTimers();
  expect(error).toMatchObject({ status: 'TIMEOUT_ERROR' });
});

function answered(): Promise<Response> {
  return Promise.resolve(new Response(JSON.stringify(user)));
}

function loadUser(store: ReturnType<typeof signedInStore>) {
  return store.dispatch(getUserInfo.initiate({ userId: 17 }, { forceRefetch: true }));
}
