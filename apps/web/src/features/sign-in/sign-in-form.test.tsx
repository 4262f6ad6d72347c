/** The fields, questions and messages of the first panel. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { renderApp } from '../../../tests/render-app.tsx';
import { sessionKey } from '../../session/session-persistence.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

function answerLogin(answer: object) {
  const seen: Request[] = [];
  server.use(
    http.get('*/AP/AuthenticateUser', ({ request }) => {
      seen.push(request);
      return HttpResponse.json(answer);
    }),
  );
  return seen;
}
const submit = () => screen.getByRole('button', { name: 'Log in' });
async function enter(userName: string, password: string) {
  await userEvent.type(await screen.findByLabelText('Username'), userName);
  await userEvent.type(screen.getByLabelText('Password'), `${password}{Enter}`);
}

// covers: sign-in.6
test('username and password are both required, and the first missing one gets the focus', async () => {
  const seen = answerLogin({});
  await renderApp('/signin');
  await screen.findByLabelText('Username');
  await userEvent.click(submit());
  expect(screen.getAllByText('This field is required.')).toHaveLength(2);
  expect(screen.getByLabelText('Username')).toHaveFocus();
  await userEvent.type(screen.getByLabelText('Username'), 'maria');
  await userEvent.click(submit());
  expect(screen.getAllByText('This field is required.')).toHaveLength(1);
  expect(screen.getByLabelText('Password')).toHaveFocus();
  expect(seen).toEqual([]);
});

test('a refusal that arrives while another password is typed keeps what was typed', async () => {
  let refuse = (): void => undefined;
  const isDue = new Promise<void>((resolve) => (refuse = resolve));
  server.use(
    http.get('*/AP/AuthenticateUser', async () => {
      await isDue;
      return HttpResponse.json({ Authenticated: false, errormsg: 'Invalid username or password' });
    }),
  );
  await renderApp('/signin');
  await enter('maria', 'Secret-1');
  await userEvent.type(screen.getByLabelText('Password'), '2');
  refuse();
  await waitFor(() => expect(submit()).toBeEnabled());
  expect(screen.getByLabelText('Password')).toHaveValue('Secret-12');
});

// covers: sign-in.7
test('the form links to sign-up and to a forgotten password', async () => {
  await renderApp('/signin');
  expect(await screen.findByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/signup');
  expect(screen.getByRole('link', { name: 'Forgot your password?' })).toHaveAttribute(
    'href',
    '/forgot-password',
  );
});

// covers: sign-in.9
test('cancelling the warning about an e-mail address keeps what was typed', async () => {
  const seen = answerLogin({});
  await renderApp('/signin');
  await enter('maria@example.com', 'Secret-1');
  const warning = await screen.findByRole('alertdialog', { name: 'Is this your username?' });
  expect(warning).toHaveTextContent('maria@example.com');
  await userEvent.click(within(warning).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(screen.getByLabelText('Username')).toHaveValue('maria@example.com');
  expect(screen.getByLabelText('Password')).toHaveValue('Secret-1');
  expect(seen).toEqual([]);
});

// covers: sign-in.2
test('while waiting for the answer the button shows progress and sends nothing twice', async () => {
  const seen = answerLogin({});
  let answer: () => void = () => undefined;
  server.use(
    http.get('*/AP/AuthenticateUser', async ({ request }) => {
      seen.push(request);
      await new Promise<void>((resolve) => (answer = resolve));
      return HttpResponse.json({ Authenticated: false, errormsg: 'Invalid username or password' });
    }),
  );
  await renderApp('/signin');
  await enter('maria', 'Secret-1');
  const busy = await screen.findByRole('button', { name: 'Processing...' });
  expect(busy).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(busy);
  expect(seen).toHaveLength(1);
  answer();
  expect(await screen.findByRole('button', { name: 'Log in' })).toBeEnabled();
});

// covers: sign-in.17
test('a locked account also shows an error toast', async () => {
  answerLogin({ Authenticated: false, Locked: true, errormsg: 'User locked' });
  await renderApp('/signin');
  await enter('maria', 'any');
  const toasts = await screen.findByRole('region', { name: /Notifications/ });
  expect(await within(toasts).findByText('Account locked. Please contact support.')).toBeInTheDocument();
});

// covers: sign-in.19
test.each([
  ['the server’s own words', 'Closed for maintenance', 'Closed for maintenance'],
  ['ours when it gives none', null, 'Username or password is incorrect. Please try again.'],
])('a refused sign-in shows %s', async (_, errormsg, text) => {
  answerLogin({ Authenticated: false, Locked: false, errormsg });
  await renderApp('/signin');
  await enter('maria', 'any');
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
});

// covers: sign-in.20
test('an unexpected answer is reported as such and keeps what was typed', async () => {
  server.use(http.get('*/AP/AuthenticateUser', () => new HttpResponse('odd', { status: 200 })));
  await renderApp('/signin');
  await enter('maria', 'Secret-1');
  expect(await screen.findByRole('alert')).toHaveTextContent('The answer could not be read.');
  expect(screen.getByLabelText('Password')).toHaveValue('Secret-1');
});

test('an unverified e-mail offers to send another mail, and no session is stored', async () => {
  answerLogin({ Authenticated: false, Locked: false, errormsg: 'Email not verified' });
  await renderApp('/signin');
  await enter('maria', 'Secret-1');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Your e-mail address is not verified yet. Open the link in the message we sent you.',
  );
  expect(screen.getByRole('link', { name: 'Send it again' })).toHaveAttribute('href', '/verify-email');
  expect(localStorage.getItem(sessionKey)).toBeNull();
});
