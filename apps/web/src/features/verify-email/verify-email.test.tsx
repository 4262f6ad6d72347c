import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { renderApp } from '../../../tests/render-app.tsx';

const server = setupServer();

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const accepted = { result: true, errormsg: null, errorcode: 0, detail: null };
const refused = {
  result: false,
  errormsg: 'Operation Failed',
  errorcode: 101,
  detail: 'Invalid or expired code',
};

/** Makes the exchange answer every confirmation with `answer`. @returns the bodies of the requests */
function confirming(answer: object): unknown[] {
  const bodies: unknown[] = [];
  server.use(
    http.post('*/AP/ConfirmUserEmail', async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json(answer);
    }),
  );
  return bodies;
}

// covers: routes.6, verify-email.2, verify-email.3
test('a good link verifies once and leads to sign-in', async () => {
  const bodies = confirming(accepted);
  await renderApp('/verify-email?verifycode=good&UserId=17');
  expect(
    await screen.findByText('Your email has been verified successfully. You can now login to the exchange.'),
  ).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/signin');
  expect(bodies).toEqual([{ UserId: '17', VerifyEmailCode: 'good' }]);
});

// covers: verify-email.5
test('an incomplete link fails without a call, and claims nothing about an address that may be verified', async () => {
  await renderApp('/verify-email?UserId=17');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(
    'If yours is verified already, sign in. If not, ask for the message again.',
  );
  expect(screen.queryByText(/has not been verified|not verified/)).not.toBeInTheDocument();
  expect(screen.getByLabelText('Your e-mail address')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Back to sign in' })).toHaveAttribute('href', '/login');
});

// covers: verify-email.6
test('a refused link offers another mail', async () => {
  confirming(refused);
  server.use(http.post('*/AP/ResendVerificationEmail', () => HttpResponse.json(accepted)));
  await renderApp('/verify-email?verifycode=bad&UserId=17');
  expect(await screen.findByText('This link is invalid or has expired.')).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('Your e-mail address'), 'maria@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Resend verification e-mail' }));
  expect(await screen.findByRole('alertdialog', { name: 'Verification e-mail sent' })).toBeInTheDocument();
});

// covers: routes.19, verify-email.9
test('a link to the sign-in page confirms the e-mail and shows the outcome above it', async () => {
  const bodies = confirming(accepted);
  await renderApp('/login?verifycode=good&UserId=17');
  const modal = await screen.findByRole('alertdialog', { name: 'E-mail verified' });
  expect(bodies).toEqual([{ UserId: '17', VerifyEmailCode: 'good' }]);
  await userEvent.click(document.body);
  expect(modal).toBeInTheDocument();
  await userEvent.click(within(modal).getByRole('button', { name: 'Login' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(await screen.findByLabelText('Username')).toBeInTheDocument();
});

// covers: verify-email.10
test('on the sign-in page a refused link offers another mail by its address, and the way back', async () => {
  confirming(refused);
  await renderApp('/login?verifycode=bad&UserId=17');
  const modal = await screen.findByRole('alertdialog', { name: 'E-mail not verified' });
  expect(within(modal).getByText('This link is invalid or has expired.')).toBeInTheDocument();
  expect(within(modal).getByLabelText('Your e-mail address')).toBeInTheDocument();
  await userEvent.click(within(modal).getByRole('link', { name: 'Back to sign in' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
});
