/** The prompt before a session ends, and the effect of each answer. */
import { act, fireEvent, screen } from '@testing-library/react';
import { http } from 'msw';
import { afterEach, expect, test, vi } from 'vitest';
import { getUserInfo } from '../../api/calls/accounts/get-user-info.ts';
import { exchange } from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { SessionPrompts } from '../../app/session-prompts.tsx';

useFakeExchange();
afterEach(() => vi.useRealTimers());

const maria = { UserId: 17, UserName: 'maria', Email: 'maria@example.com', AccountId: 31, OperatorId: 1 };
let requestCount = 0;

/** Makes every call extend the session by this many seconds. */
function sessionLasts(seconds: () => number) {
  requestCount = 0;
  exchange.use(
    http.post('*/AP/GetUserInfo', () => {
      requestCount += 1;
      return Response.json(
        { ...maria, EmailVerified: true, Use2FA: false, Locked: false },
        { headers: { 'session-ends-in': String(seconds()) } },
      );
    }),
  );
}

/** Waits in real time, while the page's clock is stopped. */
const realTimeout = globalThis.setTimeout;
async function until<T>(check: () => T): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return check();
    } catch (problem) {
      if (tries === 1000) throw problem;
      await act(async () => new Promise<void>((resolve) => realTimeout(resolve, 20)));
    }
  }
}

const pass = (seconds: number) => act(async () => vi.advanceTimersByTimeAsync(seconds * 1000));
const question = () => screen.queryByRole('alertdialog', { name: /^Your session ends in/ });

/** Opens a page with a session of known length; from now on time passes only when the test advances it. */
async function openPage(seconds: () => number) {
  sessionLasts(seconds);
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  });
  const view = renderPage(<SessionPrompts />);
  await act(async () => {
    await view.store.dispatch(getUserInfo.initiate({ userId: 17 }, { forceRefetch: true }));
  });
  return view;
}

/** Presses a button and waits until its request was answered. */
async function press(name: string) {
  const before = requestCount;
  fireEvent.click(screen.getByRole('button', { name }));
  await until(() => expect(requestCount).toBe(before + 1));
}

test('a minute before a session ends the customer is prompted; staying postpones the next prompt by a whole session', async () => {
  await openPage(() => 3600);
  await pass(3539);
  expect(question()).not.toBeInTheDocument();
  await pass(2);
  await until(() => expect(question()).toBeInTheDocument());
  await pass(10);
  expect(question()).toHaveAccessibleName('Your session ends in 49 seconds');
  expect(screen.getByRole('button', { name: 'Stay signed in' })).toHaveFocus();
  await press('Stay signed in');
  await until(() => expect(question()).not.toBeInTheDocument());
  await pass(3530);
  expect(question()).not.toBeInTheDocument();
});

test('a clock that is wrong, or is corrected meanwhile, changes nothing', async () => {
  await openPage(() => 3600);
  vi.setSystemTime(Date.now() - 8 * 3_600_000);
  await pass(3539);
  expect(question()).not.toBeInTheDocument();
  await pass(2);
  await until(() => expect(question()).toHaveAccessibleName('Your session ends in 59 seconds'));
});

test('using the exchange in another tab keeps the session of this one', async () => {
  await openPage(() => 120);
  await pass(65);
  await until(() => expect(question()).toBeInTheDocument());
  const otherTab = new BroadcastChannel('salar.session');
  otherTab.postMessage(3600);
  await until(() => expect(question()).not.toBeInTheDocument());
  otherTab.close();
  await pass(3500);
  expect(question()).not.toBeInTheDocument();
});

test('without an answer the page asks to sign in again, and the prompt itself does not keep the session', async () => {
  const { store } = await openPage(() => 120);
  await pass(121);
  await until(() => expect(store.getState().session.prompt).toBe('signIn'));
  expect(await until(() => screen.getByRole('alertdialog', { name: 'Sign in again' }))).toBeInTheDocument();
  expect(requestCount).toBe(1);
});

test('a session that is too old cannot be extended: staying asks to sign in again', async () => {
  let left = 120;
  const { store } = await openPage(() => left);
  await pass(70);
  await until(() => expect(question()).toBeInTheDocument());
  left = 50;
  await press('Stay signed in');
  await until(() => expect(store.getState().session.prompt).toBe('signIn'));
});

test('when the request fails the prompt stays and shows the reason', async () => {
  await openPage(() => 120);
  await pass(65);
  await until(() => expect(question()).toBeInTheDocument());
  exchange.use(http.post('*/AP/GetUserInfo', () => Response.error()));
  fireEvent.click(screen.getByRole('button', { name: 'Stay signed in' }));
  expect(await until(() => screen.getByRole('alert'))).toHaveTextContent(/reach|connect/i);
  expect(question()).toBeInTheDocument();
});
