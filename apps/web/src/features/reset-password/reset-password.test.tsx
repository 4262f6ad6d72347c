import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { answering, exchange, failing, findRequests } from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';

useFakeExchange();

const path = '/reset-password?verifycode=the-code&UserId=17';
const done = { result: true, errormsg: null, errorcode: 0, detail: null };

async function choose(password: string) {
  const view = renderPage(<ResetPasswordPage />, { path });
  await view.user.type(await screen.findByLabelText('New password'), password);
  await view.user.type(screen.getByLabelText('Repeat the new password'), password);
  expect(findRequests('ResetPassword2')).toEqual([]);
  await view.user.click(screen.getByRole('button', { name: 'Change password' }));
  return view;
}

// covers: routes.4, reset-password.5
test('E2 opening the link changes nothing; the button does, and the code has left the address bar', async () => {
  exchange.use(answering('ResetPassword2', done));
  window.history.replaceState(null, '', path);
  await choose('Correct-Horse-9');
  expect(await screen.findByText('Password changed')).toBeInTheDocument();
  expect(findRequests('ResetPassword2')).toEqual([
    { UserId: '17', PendingCode: 'the-code', Password: 'Correct-Horse-9' },
  ]);
  expect(window.location.search).toBe('');
  expect(screen.getByRole('link', { name: 'Go to login' })).toHaveAttribute('href', '/login');
});

test.each([
  ['Password must have at least 6 characters', 'Use at least 6 characters.'],
  ['Password is too common', 'This password is too easy to guess. Choose another one.'],
  ['Password must not be your user name or e-mail', 'Your password must not be your username or e-mail.'],
])('P3 "%s" is shown under the field until the password changes', async (detail, text) => {
  exchange.use(
    answering('ResetPassword2', { result: false, errormsg: 'Invalid Request', errorcode: 100, detail }),
  );
  const { user } = await choose('maria1');
  expect(await screen.findByText(text)).toBeInTheDocument();
  expect(screen.getByLabelText('New password')).toBeInvalid();
  expect(screen.getByLabelText('New password')).toHaveFocus();
  await user.keyboard('x');
  expect(screen.queryByText(text)).not.toBeInTheDocument();
});

test('a refusal that arrives while the next password is typed leaves the focus where it is', async () => {
  let refuse = (): void => undefined;
  const isDue = new Promise<void>((resolve) => (refuse = resolve));
  exchange.use(
    http.all('*/AP/ResetPassword2', async () => {
      await isDue;
      return HttpResponse.json({
        result: false,
        errormsg: 'Invalid Request',
        errorcode: 100,
        detail: 'Password is too common',
      });
    }),
  );
  const { user } = await choose('contraseña1');
  await user.clear(screen.getByLabelText('New password'));
  await user.type(screen.getByLabelText('New password'), 'Correct-Horse-9');
  const repeated = screen.getByLabelText('Repeat the new password');
  await user.clear(repeated);
  await user.type(repeated, 'Correct');
  refuse();
  await screen.findByRole('button', { name: 'Change password' });
  await user.keyboard('-Horse-9');
  expect(repeated).toHaveValue('Correct-Horse-9');
  expect(screen.getByLabelText('New password')).toHaveValue('Correct-Horse-9');
});

// covers: reset-password.7
test('a used or expired link offers to request another one', async () => {
  exchange.use(
    answering('ResetPassword2', {
      result: false,
      errormsg: 'Operation Failed',
      errorcode: 101,
      detail: 'Invalid or expired code',
    }),
  );
  await choose('Correct-Horse-9');
  expect(await screen.findByText('This link is invalid or has expired.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Request a new link' })).toHaveAttribute(
    'href',
    '/forgot-password',
  );
});

// covers: reset-password.6
test('an incomplete link shows an error at once', async () => {
  renderPage(<ResetPasswordPage />, { path: '/reset-password?UserId=17' });
  expect(await screen.findByText('This link is invalid or has expired.')).toBeInTheDocument();
});

test('when the exchange cannot be reached, what was typed stays', async () => {
  exchange.use(failing('/AP/ResetPassword2', 503, ''));
  await choose('Correct-Horse-9');
  expect(await screen.findByRole('alert')).toHaveTextContent('error 503');
  expect(screen.getByLabelText('New password')).toHaveValue('Correct-Horse-9');
});
