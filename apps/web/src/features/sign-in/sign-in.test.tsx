import { getNumberFormat } from '@salar/ui';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { renderApp } from '../../../tests/render-app.tsx';
import { sessionKey } from '../../session/session-persistence.ts';

const user = {
  UserId: 17,
  UserName: 'maria',
  Email: 'maria@example.com',
  EmailVerified: true,
  AccountId: 1001,
};
const complete = {
  Authenticated: true,
  SessionToken: 'token',
  User: user,
  Locked: false,
  Requires2FA: false,
  EnforceEnable2FA: false,
  errormsg: null,
};
const server = setupServer(
  http.post('*/AP/GetUserInfo', () => HttpResponse.json(user)),
  http.post('*/AP/UnmaskUserConfig', () => HttpResponse.json([])),
  http.get('*/local/status', () => new HttpResponse(null, { status: 404 })),
);
const signInPage = '/signin?next=%2Fsettings%2Fprofile';

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

function answerLogin(answer: object) {
  const seen: string[] = [];
  server.use(
    http.get('*/AP/AuthenticateUser', ({ request }) => {
      seen.push(atob(request.headers.get('authorization')?.replace('Basic ', '') ?? ''));
      return HttpResponse.json(answer);
    }),
  );
  return seen;
}

async function enter(userName: string, password: string) {
  await userEvent.type(await screen.findByLabelText('Username'), userName);
  await userEvent.type(screen.getByLabelText('Password'), `${password}{Enter}`);
}

// covers: routes.15, sign-in.16, sign-in.23
test('signing in stores the session and opens the requested page', async () => {
  const seen = answerLogin(complete);
  await renderApp(signInPage);
  await enter('maria', 'Secret-1');
  // The toast disappears after a while, maybe before a busy machine has drawn the page.
  await Promise.all([screen.findByText('maria@example.com'), screen.findByText('Login successful')]);
  expect(seen).toEqual(['maria:Secret-1']);
  await waitFor(() => expect(localStorage.getItem(sessionKey)).toContain('"token"'));
});

// covers: sign-in.13
test('a wrong password is reported above the form, cleared and focused', async () => {
  answerLogin({ Authenticated: false, Locked: false, errormsg: 'Invalid username or password' });
  const { store } = await renderApp(signInPage);
  await enter('maria', 'wrong');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Username or password is incorrect. Please try again.',
  );
  expect(screen.getByLabelText('Password')).toHaveValue('');
  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus());
  expect(store.getState().session).toMatchObject({ userId: null, sessionToken: null });
  expect(localStorage.getItem(sessionKey)).toBeNull();
});

// covers: sign-in.18
test('a locked account shows how to unlock it', async () => {
  answerLogin({ Authenticated: false, Locked: true, errormsg: 'User locked' });
  await renderApp(signInPage);
  await enter('maria', 'any');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Account locked. Please contact support.');
  expect(alert).toHaveTextContent(
    'open the link that we mailed you. If you froze it, choose a new password.',
  );
  expect(within(alert).getByRole('link', { name: 'Choose a new password' })).toHaveAttribute(
    'href',
    '/forgot-password',
  );
});

test('P7 after too many attempts the form waits the seconds that the server requires', async () => {
  const seen = answerLogin({
    Authenticated: false,
    Locked: false,
    errormsg: 'Too many attempts. Please wait 2 seconds and try again.',
  });
  await renderApp(signInPage);
  await enter('maria', 'any');
  expect(await screen.findByRole('button', { name: /Try again in \d seconds?/ })).toBeDisabled();
  await userEvent.type(screen.getByLabelText('Password'), '{Enter}');
  expect(seen).toHaveLength(1);
  expect(await screen.findByRole('button', { name: 'Log in' })).toBeEnabled();
});

// covers: sign-in.9
test('a username that looks like an e-mail address is confirmed first', async () => {
  const seen = answerLogin(complete);
  await renderApp(signInPage);
  await enter('maria@example.com', 'Secret-1');
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('maria@example.com');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus());
  expect(seen).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('maria@example.com', { selector: 'dd' })).toBeInTheDocument();
  expect(seen).toEqual(['maria@example.com:Secret-1']);
});

const waiting = { Authenticated: true, Requires2FA: true, Pending2FaToken: 'pending', Locked: false };

/** Answers the listed codes; all others are wrong. */
function answerCodes(answers: Record<string, object>) {
  const seen: string[] = [];
  server.use(
    http.post('*/AP/Authenticate2FA', async ({ request }) => {
      const { code } = (await request.json()) as { code: string };
      const { headers } = request;
      seen.push(`${code} ${headers.get('pending2fatoken')} ${headers.get('aptoken')}`);
      return HttpResponse.json(answers[code] ?? { Authenticated: false, errormsg: 'Invalid 2FA code' });
    }),
  );
  return seen;
}

const granted = { Authenticated: true, UserId: 17, SessionToken: 'token' };

// covers: sign-in.8, sign-in.21, sign-in.24, sign-in.25, sign-in.26, sign-in.27
test('six digits submit the second factor automatically; a wrong code is cleared', async () => {
  answerLogin(waiting);
  const codes = answerCodes({ '123456': granted });
  await renderApp(signInPage);
  await enter('maria', 'Secret-1');
  const input = await screen.findByLabelText('6-digit code from your app');
  expect(screen.getByRole('button', { name: 'Verify code' })).toBeDisabled();
  await userEvent.type(input, '000000');
  expect(await screen.findByText('Invalid 2FA code. Please try again.')).toBeInTheDocument();
  expect(await screen.findByText('Error authenticating 2FA')).toBeInTheDocument();
  expect(input).toHaveValue('');
  expect(localStorage.getItem(sessionKey)).toBeNull();
  await userEvent.type(input, '123456');
  expect(await screen.findByText('maria@example.com')).toBeInTheDocument();
  expect(codes).toEqual(['000000 pending null', '123456 pending null']);
});

test('a code that was corrected while the first one was checked is submitted and not cleared', async () => {
  answerLogin(waiting);
  const codes: string[] = [];
  let refuse = (): void => undefined;
  const isDue = new Promise<void>((resolve) => (refuse = resolve));
  server.use(
    http.post('*/AP/Authenticate2FA', async ({ request }) => {
      const { code } = (await request.json()) as { code: string };
      codes.push(code);
      if (code === '123456') return HttpResponse.json(granted);
      await isDue;
      return HttpResponse.json({ Authenticated: false, errormsg: 'Invalid 2FA code' });
    }),
  );
  await renderApp(signInPage);
  await enter('maria', 'Secret-1');
  const input = await screen.findByLabelText('6-digit code from your app');
  await userEvent.type(input, '123455');
  await userEvent.type(input, '{Backspace}6');
  expect(codes).toEqual(['123455']);
  refuse();
  expect(await screen.findByText('maria@example.com')).toBeInTheDocument();
  expect(codes).toEqual(['123455', '123456']);
});

test('a recovery code works as well', async () => {
  answerLogin(waiting);
  const codes = answerCodes({ 'k3v9q-7xw2m': granted });
  await renderApp(signInPage);
  await enter('maria', 'Secret-1');
  await userEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
  await userEvent.type(screen.getByLabelText('Recovery code'), 'k3v9q-7xw2m{Enter}');
  expect(await screen.findByText('maria@example.com')).toBeInTheDocument();
  expect(codes).toEqual(['k3v9q-7xw2m pending null']);
});

test.each([
  ['Too many codes. Please sign in again.', 'Too many attempts. Please sign in again.'],
  ['Your sign-in has expired. Please sign in again.', 'You took too long. Please sign in again.'],
])('F2 %s: the sign-in starts over and shows why', async (errormsg, text) => {
  answerLogin(waiting);
  answerCodes({ '000000': { Authenticated: false, errormsg } });
  const { store } = await renderApp(signInPage);
  await enter('maria', 'Secret-1');
  await userEvent.type(await screen.findByLabelText('6-digit code from your app'), '000000');
  expect(await screen.findByText(text, { selector: '[role=alert] *' })).toBeInTheDocument();
  expect(screen.queryByLabelText('6-digit code from your app')).not.toBeInTheDocument();
  expect(screen.getByLabelText('Username')).toHaveValue('maria');
  expect(screen.getByLabelText('Password')).toHaveValue('');
  expect(store.getState().session.pendingSignIn).toBeNull();
});

// covers: routes.5, sign-in.11
test('going back drops the token, and the URL of the code step alone leads to sign-in', async () => {
  answerLogin(waiting);
  const { store, router } = await renderApp(signInPage);
  await enter('maria', 'Secret-1');
  await userEvent.click(await screen.findByRole('button', { name: 'Back to username and password' }));
  expect(store.getState().session.pendingSignIn).toBeNull();
  expect(screen.queryByLabelText('6-digit code from your app')).not.toBeInTheDocument();
  await router.navigate('/validate-code?next=%2Fswap');
  await waitFor(() => expect(router.state.location.pathname).toBe('/signin'));
  expect(router.state.location.search).toBe('?next=%2Fswap');
});

// covers: routes.5
test('the code step has its own URL while a sign-in waits for it; the token is in memory only', async () => {
  answerLogin(waiting);
  answerCodes({ '123456': granted });
  const { router } = await renderApp(signInPage);
  await enter('maria', 'Secret-1');
  await screen.findByLabelText('6-digit code from your app');
  await router.navigate('/validate-code?next=%2Fsettings%2Fprofile');
  const input = await screen.findByLabelText('6-digit code from your app');
  expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toContain(
    'pending',
  );
  expect(router.state.location.search).not.toContain('pending');
  await userEvent.type(input, '123456');
  expect(await screen.findByText('maria@example.com')).toBeInTheDocument();
});

// covers: sign-in.15, sign-in.22
test('F5 a required second factor is set up on the spot, and only its code signs in', async () => {
  answerLogin({ ...waiting, Requires2FA: false, EnforceEnable2FA: true, TwoFAToken: 'enrolment' });
  const setUps: string[] = [];
  server.use(
    http.post('*/AP/EnableGoogle2FA', ({ request }) => {
      setUps.push(`${request.headers.get('pending2fatoken')} ${request.headers.get('aptoken')}`);
      return HttpResponse.json({
        GoogleQRCode: 'iVBORw0KGgoAAAAN',
        ManualCode: 'KRSXG5CTMVRXEZLU',
        errorcode: 0,
      });
    }),
  );
  answerCodes({ '123456': { ...granted, RecoveryCodes: ['aaaaa-bbbbb', 'ccccc-ddddd'] } });
  await renderApp(signInPage);
  await enter('maria', 'Secret-1');
  expect(await screen.findByText('A two-factor code is required to continue.')).toBeInTheDocument();
  expect(
    await screen.findByRole('heading', { name: 'Two-factor authentication is required' }),
  ).toBeInTheDocument();
  expect(await screen.findByRole('img', { name: /QR code/ })).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('6-digit code from your app'), '000000');
  expect(await screen.findByText('Invalid 2FA code. Please try again.')).toBeInTheDocument();
  expect(await screen.findByText('Error authenticating 2FA')).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('6-digit code from your app'), '123456');
  expect(await screen.findByText('aaaaa-bbbbb')).toBeInTheDocument();
  expect(localStorage.getItem(sessionKey)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Finish' }));
  expect(localStorage.getItem(sessionKey)).toBeNull();
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Finish' }));
  expect(await screen.findByText('maria@example.com')).toBeInTheDocument();
  expect(setUps).toEqual(['pending null']);
});

// covers: figures.9
test('the language of the account is applied where none was chosen yet', async () => {
  answerLogin(complete);
  server.use(http.post('*/AP/UnmaskUserConfig', () => HttpResponse.json([{ Key: 'Language', Value: 'PT' }])));
  await renderApp(signInPage);
  // Another test may have stored a choice.
  localStorage.removeItem('ui.language');
  await enter('maria', 'Secret-1');
  expect(await screen.findByRole('heading', { level: 1, name: 'Perfil' })).toBeInTheDocument();
  expect(localStorage.getItem('ui.language')).toBe('pt');
});

test('the number style of the account is applied where none was chosen yet', async () => {
  answerLogin(complete);
  localStorage.removeItem('ui.numbers');
  server.use(
    http.post('*/AP/UnmaskUserConfig', () => HttpResponse.json([{ Key: 'NumberFormat', Value: 'comma' }])),
  );
  await renderApp(signInPage);
  await enter('maria', 'Secret-1');
  expect(await screen.findByRole('heading', { level: 1, name: 'Profile' })).toBeInTheDocument();
  await waitFor(() => expect(getNumberFormat()).toEqual({ style: 'comma', isHabit: true }));
  localStorage.removeItem('ui.numbers');
});

test('a language chosen in this browser stays', async () => {
  answerLogin(complete);
  localStorage.setItem('ui.language', 'en');
  localStorage.setItem('ui.numbers', 'point');
  const requests: string[] = [];
  server.use(
    http.post('*/AP/UnmaskUserConfig', () => {
      requests.push('asked');
      return HttpResponse.json([{ Key: 'Language', Value: 'PT' }]);
    }),
  );
  await renderApp(signInPage);
  await enter('maria', 'Secret-1');
  expect(await screen.findByRole('heading', { level: 1, name: 'Profile' })).toBeInTheDocument();
  expect(requests).toEqual([]);
});
