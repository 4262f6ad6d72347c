import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { renderApp } from '../../../tests/render-app.tsx';
import { sessionKey } from '../../app/session-persistence.ts';

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

test('signing in stores the session and opens the page that was asked for', async () => {
  const seen = answerLogin(complete);
  await renderApp(signInPage);
  await enter('maria', 'Secret-1');
  expect(await screen.findByText('maria@example.com')).toBeInTheDocument();
  expect(await screen.findByText('Login successful')).toBeInTheDocument();
  expect(seen).toEqual(['maria:Secret-1']);
  await waitFor(() => expect(localStorage.getItem(sessionKey)).toContain('"token"'));
});

test('a wrong password is said above the form, cleared and focused', async () => {
  answerLogin({ Authenticated: false, Locked: false, errormsg: 'Invalid username or password' });
  await renderApp(signInPage);
  await enter('maria', 'wrong');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Username or password is incorrect. Please try again.',
  );
  expect(screen.getByLabelText('Password')).toHaveValue('');
  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus());
  expect(localStorage.getItem(sessionKey)).toBeNull();
});

test('a locked account is pointed to support', async () => {
  answerLogin({ Authenticated: false, Locked: true, errormsg: 'User locked' });
  await renderApp(signInPage);
  await enter('maria', 'any');
  expect(await screen.findByRole('alert')).toHaveTextContent('Account locked. Please contact support.');
});

test('a username that looks like an e-mail address is asked about first', async () => {
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

test('an enforced second factor stores no session', async () => {
  answerLogin({ ...complete, EnforceEnable2FA: true });
  await renderApp(signInPage);
  await enter('maria', 'Secret-1');
  expect(await screen.findByText('Two-factor authentication is required')).toBeInTheDocument();
  expect(localStorage.getItem(sessionKey)).toBeNull();
});

test('six digits complete the second factor by themselves; a wrong code is cleared', async () => {
  answerLogin({ Authenticated: true, Requires2FA: true, Pending2FaToken: 'pending', Locked: false });
  const codes: string[] = [];
  server.use(
    http.post('*/AP/Authenticate2FA', async ({ request }) => {
      const { code } = (await request.json()) as { code: string };
      codes.push(`${code} ${request.headers.get('pending2fatoken')}`);
      return HttpResponse.json(
        code === '123456'
          ? { Authenticated: true, UserId: 17, SessionToken: 'token' }
          : { Authenticated: false, errormsg: 'Invalid 2FA code' },
      );
    }),
  );
  await renderApp(signInPage);
  await enter('maria', 'Secret-1');
  const input = await screen.findByLabelText('6-digit code');
  expect(screen.getByRole('button', { name: 'Verify code' })).toBeDisabled();
  await userEvent.type(input, '000000');
  expect(await screen.findByText('Invalid 2FA code. Please try again.')).toBeInTheDocument();
  expect(input).toHaveValue('');
  await userEvent.type(input, '123456');
  expect(await screen.findByText('maria@example.com')).toBeInTheDocument();
  expect(codes).toEqual(['000000 pending', '123456 pending']);
});
