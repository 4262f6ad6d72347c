import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { answering, exchange, findRequests } from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { changeLanguage } from '../../i18n/i18n.ts';
import { SessionPrompts } from '../../app/session-prompts.tsx';
import { SecurityPage } from './security-page.tsx';
import { fakeSecurity, refusal } from './testing.ts';

useFakeExchange();
afterEach(() => changeLanguage('en'));

async function open() {
  fakeSecurity();
  const view = renderPage(
    <>
      <SecurityPage />
      <SessionPrompts />
    </>,
  );
  await view.user.click(await screen.findByRole('button', { name: 'Change password' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change your password' }));
  const fill = async (current: string, fresh: string, repeated = fresh) => {
    await view.user.type(dialog.getByLabelText('Current password'), current);
    await view.user.type(dialog.getByLabelText('New password'), fresh);
    await view.user.type(dialog.getByLabelText('Repeat the new password'), repeated);
  };
  const send = () => view.user.click(dialog.getByRole('button', { name: 'Change password' }));
  return { ...view, dialog, fill, send };
}

test('F60 the password is changed with the current one, and the session goes on with its new token', async () => {
  const { fill, send, store } = await open();
  exchange.use(answering('ChangePassword', { SessionToken: 'a-new-token' }));
  await fill('Quartz-1-harbour', 'Correct-Horse-9');
  await send();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(findRequests('ChangePassword')).toEqual([
    { OldPassword: 'Quartz-1-harbour', NewPassword: 'Correct-Horse-9' },
  ]);
  expect(store.getState().session.sessionToken).toBe('a-new-token');
});

test('F60 all three fields are required, and the new ones must match', async () => {
  const { dialog, fill, send } = await open();
  await send();
  expect(dialog.getAllByText('This field is required.')).toHaveLength(3);
  await fill('Quartz-1-harbour', 'Correct-Horse-9', 'Correct-Horse-8');
  await send();
  expect(dialog.getByText('The passwords do not match.')).toBeInTheDocument();
  expect(findRequests('ChangePassword')).toEqual([]);
});

test.each([
  ['Invalid password', 'Current password', 'This is not your current password.'],
  ['Password is too common', 'New password', 'This password is too easy to guess. Choose another one.'],
])('F60 the refusal "%s" is shown under "%s"', async (detail, label, text) => {
  const { dialog, fill, send } = await open();
  exchange.use(answering('ChangePassword', refusal('Operation Failed', detail)));
  await fill('Quartz-1-harbour', 'Correct-Horse-9');
  await send();
  expect(await dialog.findByText(text)).toBeInTheDocument();
  expect(dialog.getByLabelText(label)).toBeInvalid();
  expect(dialog.getByLabelText(label)).toHaveFocus();
});

test('F60 a limit is shown above the fields in the language on screen, and what was typed stays', async () => {
  const { dialog, fill, send } = await open();
  exchange.use(
    answering(
      'ChangePassword',
      refusal('Operation Failed', 'Too many attempts. Please wait 4 s and try again.'),
    ),
  );
  await fill('Quartz-1-harbour', 'Correct-Horse-9');
  await send();
  expect(await dialog.findByText('Too many attempts. Try again in 4 seconds.')).toBeInTheDocument();
  expect(dialog.getByLabelText('New password')).toHaveValue('Correct-Horse-9');
  await act(() => changeLanguage('es'));
  expect(await screen.findByText('Demasiados intentos. Intenta de nuevo en 4 segundos.')).toBeInTheDocument();
});

test('F60 S6 after a re-authentication the change is sent again automatically', async () => {
  const { user, fill, send, store } = await open();
  let isProved = false;
  exchange.use(
    answering('ChangePassword', () =>
      isProved ? { SessionToken: 'third' } : refusal('Not Authorized', 'Re-authentication required', 20),
    ),
    answering('Reauthenticate', () => {
      isProved = true;
      return { Authenticated: true, SessionToken: 'second', errormsg: null };
    }),
  );
  await fill('Quartz-1-harbour', 'Correct-Horse-9');
  await send();
  await screen.findByRole('dialog', { name: 'Confirm that it is you' });
  await user.type(screen.getByLabelText('Password'), 'Quartz-1-harbour{Enter}');
  await waitFor(() => expect(store.getState().session.sessionToken).toBe('third'));
  expect(findRequests('ChangePassword')).toHaveLength(2);
});
