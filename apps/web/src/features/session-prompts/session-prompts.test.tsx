/** The prompts of a session that has ended or needs reauthentication, above a page with typed text. */
import { Button, TextField } from '@salar/ui';
import { waitForFocus } from '@salar/ui/testing/wait-for-focus';
import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { api } from '../../api/api.ts';
import { answering, exchange, findRequests } from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { SessionPrompts } from '../../app/session-prompts.tsx';
import { userLoaded } from '../../session/session-slice.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';

useFakeExchange();

const { useChangeTextMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    changeText: build.mutation<unknown, string>({
      query: (text) => ({ path: '/AP/Change', body: { Text: text } }),
    }),
  }),
});

/** A form that sends what was typed and shows the text of any failure. */
function Form() {
  const failureText = useFailureText();
  const [text, setText] = useState('');
  const [change, { error, isSuccess }] = useChangeTextMutation();
  return (
    <>
      <TextField label="Text" value={text} onChange={setText} />
      <Button onPress={() => void change(text)}>Send</Button>
      {isSuccess ? <p>Sent</p> : null}
      {error ? <p>{failureText(error)}</p> : null}
      <SessionPrompts />
    </>
  );
}

async function typedForm({ use2FA = false } = {}) {
  const view = renderPage(<Form />, { path: '/form' });
  const known = { userId: 17, userName: 'maria', email: 'maria@example.com', accountId: 31, operatorId: 1 };
  view.store.dispatch(userLoaded({ ...known, isEmailVerified: true, isLocked: false, use2FA }));
  await view.user.type(screen.getByLabelText('Text'), 'a long story');
  await view.user.click(screen.getByRole('button', { name: 'Send' }));
  return view;
}

/** Accepts `Change` with one token only. */
function changesNeed(token: () => string, otherwise: () => Response) {
  exchange.use(
    http.post('*/AP/Change', ({ request }) =>
      request.headers.get('aptoken') === token() ? Response.json({ result: true }) : otherwise(),
    ),
  );
}

const dead = () => new Response('NOT AUTHORIZED', { status: 401 });
const unproved = () =>
  Response.json({
    result: false,
    errormsg: 'Operation Failed',
    errorcode: 101,
    detail: 'Re-authentication required',
  });
const loggedIn = {
  Authenticated: true,
  SessionToken: 'new',
  User: { UserId: 17 },
  Locked: false,
  Requires2FA: false,
  EnforceEnable2FA: false,
  errormsg: null,
};

test('a session lost in the middle of a form: the password restores it, and nothing typed is lost', async () => {
  changesNeed(() => 'new', dead);
  exchange.use(answering('AuthenticateUser', loggedIn));
  const { user, store } = await typedForm();
  expect(await screen.findByRole('alertdialog', { name: 'Sign in again' })).toHaveTextContent(
    'You continue as maria.',
  );
  await user.type(screen.getByLabelText('Password'), 'Secret-1{Enter}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(screen.getByLabelText('Text')).toHaveValue('a long story');
  expect(
    await screen.findByText(/You were signed out before this could be done, so nothing changed/),
  ).toBeInTheDocument();
  expect(store.getState().session.sessionToken).toBe('new');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Sent')).toBeInTheDocument();
});

test('F4 with a second factor on, the prompt requires the code as well; wrong ones are reported', async () => {
  changesNeed(() => 'new', dead);
  exchange.use(
    answering('AuthenticateUser', {
      ...loggedIn,
      SessionToken: undefined,
      Requires2FA: true,
      Pending2FaToken: 'pending',
    }),
    answering('Authenticate2FA', ({ code }) =>
      code === '123456'
        ? { Authenticated: true, UserId: 17, SessionToken: 'new' }
        : { Authenticated: false, errormsg: 'Invalid 2FA code' },
    ),
  );
  const { user, store } = await typedForm();
  await user.type(await screen.findByLabelText('Password'), 'Secret-1{Enter}');
  await user.type(await screen.findByLabelText('6-digit code from your app'), '000000');
  expect(await screen.findByText('Invalid 2FA code. Please try again.')).toBeInTheDocument();
  expect(store.getState().session.prompt).toBe('signIn');
  await user.type(screen.getByLabelText('6-digit code from your app'), '123456');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(screen.getByLabelText('Text')).toHaveValue('a long story');
});

test('F2 when no further code is accepted, the password comes first again, and nothing typed is lost', async () => {
  changesNeed(() => 'new', dead);
  exchange.use(
    answering('AuthenticateUser', {
      ...loggedIn,
      SessionToken: undefined,
      Requires2FA: true,
      Pending2FaToken: 'pending',
    }),
    answering('Authenticate2FA', ({ code }) =>
      code === '123456'
        ? { Authenticated: true, UserId: 17, SessionToken: 'new' }
        : { Authenticated: false, errormsg: 'Too many codes. Please sign in again.' },
    ),
  );
  const { user } = await typedForm();
  await user.type(await screen.findByLabelText('Password'), 'Secret-1{Enter}');
  await user.type(await screen.findByLabelText('6-digit code from your app'), '000000');
  expect(await screen.findByText('Too many attempts. Please sign in again.')).toBeInTheDocument();
  await user.type(await screen.findByLabelText('Password'), 'Secret-1{Enter}');
  await user.type(await screen.findByLabelText('6-digit code from your app'), '123456');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(screen.getByLabelText('Text')).toHaveValue('a long story');
});

test.each([
  ['Invalid password', 'That password is incorrect.'],
  ['Account locked. Please contact support.', 'Account locked. Please contact support.'],
  ['Too many attempts. Please wait 4 s and try again.', 'Too many attempts. Try again in 4 seconds.'],
])('S6 a password refused with "%s" is explained: %s', async (errormsg, text) => {
  changesNeed(() => 'never', unproved);
  exchange.use(answering('Reauthenticate', { Authenticated: false, errormsg }));
  const { user } = await typedForm();
  await user.type(await screen.findByLabelText('Password'), 'Secret-1{Enter}');
  expect(await screen.findByText(text)).toBeInTheDocument();
});

describe('F5 a call that needs a code', () => {
  const refused = (detail: string) => ({
    result: false,
    errormsg: 'Operation Failed',
    errorcode: 101,
    detail,
  });
  beforeEach(() =>
    exchange.use(
      answering('Change', ({ Text, TfaCode }) => {
        if (Text !== 'a long story' || TfaCode === undefined) return refused('2FA code required');
        return TfaCode === '123456' ? { result: true } : refused('Invalid 2FA code');
      }),
    ),
  );
  const field = () => screen.findByLabelText('6-digit code from your app');

  test('is repeated with it; a wrong code is reported and can be tried again', async () => {
    const { user, store } = await typedForm({ use2FA: true });
    await user.type(await field(), '000000');
    expect(await screen.findByText('Invalid 2FA code. Please try again.')).toBeInTheDocument();
    expect(screen.getByRole('dialog', { name: 'Enter your code' })).toBeInTheDocument();
    await user.type(await field(), '123456');
    expect(await screen.findByText('Sent')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(findRequests('Change').map(({ TfaCode }) => TfaCode)).toEqual([undefined, '000000', '123456']);
    expect(JSON.stringify(store.getState())).not.toContain('123456');
  });

  test('fails without one, and can be sent again', async () => {
    const { user } = await typedForm({ use2FA: true });
    await field();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(
      await screen.findByText('You did not confirm that it is you, so nothing changed.'),
    ).toBeInTheDocument();
    expect(findRequests('Change')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await user.type(await field(), '123456');
    expect(await screen.findByText('Sent')).toBeInTheDocument();
  });
});

test('a wrong password is reported and can be tried again; Escape does not close the prompt', async () => {
  changesNeed(() => 'new', dead);
  exchange.use(
    answering('AuthenticateUser', {
      Authenticated: false,
      Locked: false,
      errormsg: 'Invalid username or password',
    }),
  );
  const { user } = await typedForm();
  await user.type(await screen.findByLabelText('Password'), 'wrong{Enter}');
  expect(await screen.findByText('That password is incorrect.')).toBeInTheDocument();
  await user.keyboard('{Escape}');
  expect(screen.getByRole('alertdialog')).toBeInTheDocument();
});

test.each([
  ['leaving the page', null],
  ['another customer', { ...loggedIn, User: { UserId: 18 } }],
] as const)('%s ends the session of this page', async (_, answer) => {
  changesNeed(() => 'new', dead);
  if (answer) exchange.use(answering('AuthenticateUser', answer));
  const { user, store } = await typedForm();
  await screen.findByRole('alertdialog');
  if (answer) await user.type(screen.getByLabelText('Password'), 'Secret-1{Enter}');
  else await user.click(screen.getByRole('button', { name: 'Leave this page' }));
  await waitFor(() => expect(store.getState().session.sessionToken).toBeNull());
  expect(store.getState().session.user).toBeNull();
});

test('S6 a call that needs reauthentication prompts for the password, and succeeds once it is right', async () => {
  changesNeed(() => 'new', unproved);
  exchange.use(
    answering('Reauthenticate', ({ Password }) =>
      Password === 'Secret-1'
        ? { Authenticated: true, SessionToken: 'new', errormsg: null }
        : { Authenticated: false, errormsg: 'Invalid password' },
    ),
  );
  const { user } = await typedForm();
  expect(await screen.findByRole('dialog', { name: 'Confirm that it is you' })).toBeInTheDocument();
  await user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
  expect(await screen.findByText('That password is incorrect.')).toBeInTheDocument();
  await user.type(screen.getByLabelText('Password'), 'Secret-1{Enter}');
  expect(await screen.findByText('Sent')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('S6 where a second factor is on, a code or a recovery code is required, not the password', async () => {
  changesNeed(() => 'new', unproved);
  exchange.use(answering('Reauthenticate', { Authenticated: true, SessionToken: 'new', errormsg: null }));
  const { user } = await typedForm({ use2FA: true });
  await screen.findByRole('dialog', { name: 'Confirm that it is you' });
  expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  await user.type(screen.getByLabelText('Recovery code'), 'k3v9q-7xw2m{Enter}');
  expect(await screen.findByText('Sent')).toBeInTheDocument();
  expect(findRequests('Reauthenticate')).toEqual([{ Code: 'k3v9q-7xw2m' }]);
});

test('S6 cancelling reports that nothing was changed', async () => {
  changesNeed(() => 'new', unproved);
  const { user } = await typedForm();
  await waitForFocus(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  await user.keyboard('{Escape}');
  expect(
    await screen.findByText('You did not confirm that it is you, so nothing changed.'),
  ).toBeInTheDocument();
  expect(screen.getByLabelText('Text')).toHaveValue('a long story');
});

test('a session that ends during reauthentication asks to sign in instead', async () => {
  changesNeed(() => 'new', unproved);
  exchange.use(http.post('*/AP/Reauthenticate', dead), answering('AuthenticateUser', loggedIn));
  const { user } = await typedForm();
  await user.type(await screen.findByLabelText('Password'), 'Secret-1{Enter}');
  await screen.findByRole('alertdialog', { name: 'Sign in again' });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.type(screen.getByLabelText('Password'), 'Secret-1{Enter}');
  // Signing in counts as reauthentication: the call that waited for it succeeds.
  expect(await screen.findByText('Sent')).toBeInTheDocument();
});
