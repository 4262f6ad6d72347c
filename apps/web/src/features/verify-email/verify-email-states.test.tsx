/** The states of the page behind the mail's link, and the request for another mail. */
import { act, screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { expect, test } from 'vitest';
import { answering, exchange, findRequests } from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { changeLanguage } from '../../i18n/i18n.ts';
import { VerifyEmailPage } from './verify-email-page.tsx';

useFakeExchange();

const accepted = { result: true, errormsg: null, errorcode: 0, detail: null };
const refused = (errormsg: string | null, detail: string | null = null) => ({
  result: false,
  errormsg,
  errorcode: 101,
  detail,
});
const open = () => renderPage(<VerifyEmailPage />, { path: '/verify-email?verifycode=code&UserId=17' });
/** Opens a link that is refused. */
async function openRefused() {
  exchange.use(answering('ConfirmUserEmail', refused('Operation Failed', 'Invalid or expired code')));
  const page = open();
  const field = await screen.findByLabelText('Your e-mail address');
  const send = () => page.user.click(screen.getByRole('button', { name: 'Resend verification e-mail' }));
  return { ...page, field, send };
}

// covers: verify-email.1
test('the page shows that the link is being checked', async () => {
  exchange.use(http.all('*/AP/ConfirmUserEmail', () => new Promise(() => undefined)));
  open();
  expect(await screen.findByRole('status')).toHaveTextContent('Verifying your e-mail…');
  expect(screen.queryByRole('link', { name: 'Login' })).not.toBeInTheDocument();
});

// covers: verify-email.4, verify-email.7
test.each([
  ['the server’s words', refused('The mail server is away'), 'The mail server is away'],
  ['ours where there are none', refused(null), 'The verification failed.'],
])('a refused link shows the product’s text, with the server’s reason', async (_, answer, why) => {
  exchange.use(answering('ConfirmUserEmail', answer));
  open();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(
    'Your email has not been verified. Please check your email for the verification code.',
  );
  expect(alert).toHaveTextContent(why);
  expect(screen.getByRole('button', { name: 'Resend verification e-mail' })).toBeInTheDocument();
});

// covers: verify-email.12
test('another mail can be requested only with a valid address', async () => {
  const { user, field, send } = await openRefused();
  await send();
  expect(screen.getByText('This field is required.')).toBeInTheDocument();
  await user.type(field, 'maria@home');
  await send();
  expect(screen.getByText('Enter a valid e-mail address.')).toBeInTheDocument();
  expect(findRequests('ResendVerificationEmail')).toEqual([]);
});

// covers: verify-email.11
test('the dialog about another mail leads to sign-in', async () => {
  exchange.use(answering('ResendVerificationEmail', accepted));
  const { user, field, send, router } = await openRefused();
  await user.type(field, 'maria@example.com');
  await send();
  expect(await screen.findByRole('alertdialog', { name: 'Verification e-mail sent' })).toHaveTextContent(
    'If maria@example.com is waiting to be verified, a new link is on its way.',
  );
  await user.click(screen.getByRole('button', { name: 'Back to sign in' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/signin'));
  expect(findRequests('ResendVerificationEmail')).toEqual([{ Email: 'maria@example.com' }]);
});

// covers: verify-email.13
test.each([
  ['in its words', refused('Try again tomorrow'), 'Try again tomorrow'],
  ['in ours', refused('Operation Failed'), 'The verification e-mail could not be sent. Please try again.'],
])('a refused request for another mail shows the reason', async (_, answer, text) => {
  exchange.use(answering('ResendVerificationEmail', answer));
  const { user, field, send } = await openRefused();
  await user.type(field, 'maria@example.com');
  await send();
  expect(await screen.findByText(text)).toBeInTheDocument();
});

test('the reason of the refusal and the errors of the form follow a later change of language', async () => {
  const { send } = await openRefused();
  await send();
  expect(screen.getByText('This link is invalid or has expired.')).toBeInTheDocument();
  expect(screen.getByText('This field is required.')).toBeInTheDocument();
  try {
    await act(() => changeLanguage('es'));
    expect(screen.getByText(/^Este enlace/)).toBeInTheDocument();
    expect(screen.getByText('Este campo es obligatorio.')).toBeInTheDocument();
  } finally {
    await act(() => changeLanguage('en'));
  }
});
