/** The form for a new password, and its message when the server gives no reason. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering, exchange, findRequests } from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';

useFakeExchange();

async function open() {
  const { user } = renderPage(<ResetPasswordPage />, {
    path: '/reset-password?verifycode=the-code&UserId=17',
  });
  const password = await screen.findByLabelText('New password');
  const repeated = screen.getByLabelText('Repeat the new password');
  const save = () => user.click(screen.getByRole('button', { name: 'Change password' }));
  return { user, password, repeated, save };
}

// covers: reset-password.4
test('both passwords are required and must match', async () => {
  const { user, password, repeated, save } = await open();
  await save();
  expect(screen.getAllByText('This field is required.')).toHaveLength(2);
  await user.type(password, 'Correct-Horse-9');
  await user.type(repeated, 'Correct-Horse-8');
  await save();
  expect(screen.getByText('The passwords do not match.')).toBeInTheDocument();
  expect(repeated).toBeInvalid();
  expect(findRequests('ResetPassword2')).toEqual([]);
});

// covers: reset-password.8
test('a refusal without a message is an unexpected error', async () => {
  exchange.use(answering('ResetPassword2', { result: false, errormsg: null, errorcode: 101, detail: null }));
  const { user, password, repeated, save } = await open();
  await user.type(password, 'Correct-Horse-9');
  await user.type(repeated, 'Correct-Horse-9');
  await save();
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Something unexpected happened. Please try again.',
  );
});
