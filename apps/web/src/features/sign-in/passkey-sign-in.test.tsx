/** Signing in with a passkey that the username field offers. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { renderApp } from '../../../tests/render-app.tsx';
import { sessionKey } from '../../session/session-persistence.ts';
import { challengeOptions, useBrowserPasskeys } from '../../lib/testing/browser-passkeys.ts';

const user = { UserId: 17, UserName: 'maria', Email: 'maria@example.com', EmailVerified: true, AccountId: 1 };
const granted = { Authenticated: true, UserId: 17, SessionToken: 'token', User: user, Locked: false };
const refused = { Authenticated: false, Locked: false, errormsg: 'Passkey not accepted' };
const refusedText = 'The passkey was not accepted. Continue another way.';

const browser = useBrowserPasskeys();
let requestedPaths: string[] = [];
const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  requestedPaths = [];
  server.events.on('request:start', ({ request }) => void requestedPaths.push(new URL(request.url).pathname));
  server.use(
    http.post('*/AP/BeginPasskeySignIn', () =>
      HttpResponse.json({ ChallengeId: 'id', Options: challengeOptions('aaaa') }),
    ),
    http.post('*/AP/GetUserInfo', () => HttpResponse.json(user)),
    http.post('*/AP/UnmaskUserConfig', () => HttpResponse.json([])),
    http.get('*/local/status', () => new HttpResponse(null, { status: 404 })),
  );
});
afterEach(() => {
  server.events.removeAllListeners();
  server.resetHandlers();
});
afterAll(() => server.close());

function answerPasskey(answer: object) {
  const sent: unknown[] = [];
  server.use(
    http.post('*/AP/AuthenticatePasskey', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(answer);
    }),
  );
  return sent;
}

async function focusUserName() {
  await userEvent.click(await screen.findByLabelText('Username'));
}

test('a passkey chosen in the username field signs in, and nothing is requested before the field has the focus', async () => {
  const sent = answerPasskey(granted);
  await renderApp('/signin?next=%2Fsettings%2Fprofile');
  const field = await screen.findByLabelText('Username');
  expect(field).toHaveAttribute('autocomplete', 'username webauthn');
  expect(requestedPaths.filter((path) => path.startsWith('/AP/'))).toEqual([]);
  await focusUserName();
  await waitFor(() => expect(browser.requests).toMatchObject([{ mediation: 'conditional' }]));
  browser.requests[0]?.answer();
  expect(await screen.findByText('maria@example.com')).toBeInTheDocument();
  expect(sent).toMatchObject([{ ChallengeId: 'id' }]);
  expect(localStorage.getItem(sessionKey)).toContain('"token"');
});

test('a refused passkey from the field shows the same message as the button', async () => {
  answerPasskey(refused);
  await renderApp('/signin');
  await focusUserName();
  await waitFor(() => expect(browser.requests).toHaveLength(1));
  browser.requests[0]?.answer();
  expect(await screen.findByRole('alert')).toHaveTextContent(refusedText);
  expect(localStorage.getItem(sessionKey)).toBeNull();
});

test('a missing challenge is no error, and is not requested with every focus', async () => {
  server.use(http.post('*/AP/BeginPasskeySignIn', () => new HttpResponse(null, { status: 429 })));
  await renderApp('/signin');
  await focusUserName();
  await waitFor(() => expect(requestedPaths).toContain('/AP/BeginPasskeySignIn'));
  await userEvent.click(screen.getByLabelText('Password'));
  await focusUserName();
  expect(requestedPaths.filter((path) => path === '/AP/BeginPasskeySignIn')).toHaveLength(1);
  expect(browser.requests).toEqual([]);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('submitting a password ends the offer silently', async () => {
  server.use(
    http.get('*/AP/AuthenticateUser', () =>
      HttpResponse.json({
        Authenticated: true,
        Requires2FA: true,
        Pending2FaToken: 'pending',
        Locked: false,
      }),
    ),
  );
  await renderApp('/signin');
  await userEvent.type(await screen.findByLabelText('Username'), 'maria');
  await waitFor(() => expect(browser.requests).toHaveLength(1));
  await userEvent.type(screen.getByLabelText('Password'), 'Secret-1{Enter}');
  await waitFor(() => expect(browser.requests[0]?.signal.aborted).toBe(true));
  expect(await screen.findByLabelText('6-digit code from your app')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('the button takes over from the field, and its own failure is shown once', async () => {
  await renderApp('/signin');
  await focusUserName();
  await waitFor(() => expect(browser.requests).toHaveLength(1));
  await userEvent.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
  await waitFor(() => expect(browser.requests).toHaveLength(2));
  expect(browser.requests[0]?.signal.aborted).toBe(true);
  expect(browser.requests[1]?.mediation).toBeUndefined();
  browser.requests[1]?.fail('NotAllowedError');
  expect(await screen.findByRole('alert')).toHaveTextContent('No passkey was used.');
});

test('leaving the page ends the offer of passkeys', async () => {
  const { router } = await renderApp('/signin');
  await focusUserName();
  await waitFor(() => expect(browser.requests).toHaveLength(1));
  await router.navigate('/forgot-password');
  await waitFor(() => expect(browser.requests[0]?.signal.aborted).toBe(true));
});
