import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { renderApp } from '../../../tests/render-app.tsx';

// Not a laptop installation: there are no local pages.
const server = setupServer(http.get('*/local/status', () => new HttpResponse(null, { status: 404 })));

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const submit = () => screen.getByRole('button', { name: 'Create account' });

async function fill(repeat = 'Lantern-orbit-4') {
  await screen.findByLabelText('Username');
  for (const [label, text] of [
    ['Username', 'maria'],
    ['E-mail', 'maria@example.com'],
    ['Password', 'Lantern-orbit-4'],
    ['Repeat password', repeat],
  ] as const) {
    await userEvent.click(screen.getByLabelText(label));
    await userEvent.paste(text);
  }
  await userEvent.click(screen.getByRole('checkbox', { name: /terms of service/ }));
  await userEvent.click(screen.getByRole('checkbox', { name: /privacy policy/ }));
}

test('after a reload the page still shows where the mail was sent, and links back to the form', async () => {
  server.use(http.post('*/AP/RegisterUser', () => HttpResponse.json({ UserId: 195 })));
  await renderApp('/signup');
  await fill();
  await userEvent.click(submit());
  await screen.findByText('maria@example.com');
  // A reload unmounts nothing: the storage of the tab stays.
  const kept: Record<string, string> = Object.fromEntries(Object.entries(sessionStorage));
  expect(JSON.stringify(kept)).not.toContain('Lantern-orbit-4');
  cleanup();
  for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, value);
  await renderApp('/signup');
  expect(await screen.findByText('maria@example.com')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Resend verification e-mail' })).toBeEnabled();
  await userEvent.click(screen.getByRole('button', { name: 'Use another e-mail address' }));
  expect(await screen.findByLabelText('Username')).toHaveValue('');
  expect(sessionStorage.getItem('draft.sign-up.sent')).toBeNull();
});

// covers: sign-up.1, sign-up.6, sign-up.11, sign-up.12
test('registering shows where the mail was sent, and another mail has to wait', async () => {
  const bodies: unknown[] = [];
  server.use(
    http.post('*/AP/RegisterUser', async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ UserId: 195 });
    }),
    http.post('*/AP/ResendVerificationEmail', () =>
      HttpResponse.json({ result: true, errormsg: null, errorcode: 0, detail: null }),
    ),
  );
  await renderApp('/signup');
  await screen.findByLabelText('Username');
  expect(submit()).toBeDisabled();
  await fill();
  expect(screen.getByText('Password strength: strong')).toBeInTheDocument();
  await userEvent.click(submit());
  expect(await screen.findByText('maria@example.com')).toBeInTheDocument();
  expect(bodies).toEqual([
    {
      UserInfo: { UserName: 'maria', Email: 'maria@example.com', passwordHash: 'Lantern-orbit-4' },
      OperatorId: 1,
    },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Resend verification e-mail' }));
  expect(await screen.findByRole('button', { name: /Resend in \d+ seconds/ })).toBeDisabled();
  expect(screen.getByRole('link', { name: 'Go to login' })).toHaveAttribute('href', '/signin');
});

// covers: sign-up.16, sign-up.17
test.each([
  ['Username already exists.', 'This username is already taken.', 'Username'],
  ['User Email already exists.', 'This email is already registered.', 'E-mail'],
])('"%s" is shown under its field', async (errormsg, shown, label) => {
  server.use(
    http.post('*/AP/RegisterUser', () =>
      HttpResponse.json({ result: false, errormsg, errorcode: 101, detail: null }),
    ),
  );
  await renderApp('/signup');
  await fill();
  await userEvent.click(submit());
  expect(await screen.findByText(shown)).toBeInTheDocument();
  expect(screen.getByLabelText(label)).toBeInvalid();
});

test('a refusal that arrives while the customer types in another field leaves the focus there', async () => {
  let refuse = (): void => undefined;
  const isDue = new Promise<void>((resolve) => (refuse = resolve));
  server.use(
    http.post('*/AP/RegisterUser', async () => {
      await isDue;
      return HttpResponse.json({ result: false, errormsg: 'Username already exists.', errorcode: 101 });
    }),
  );
  await renderApp('/signup');
  await fill();
  await userEvent.click(submit());
  const email = screen.getByLabelText('E-mail');
  await userEvent.click(email);
  refuse();
  expect(await screen.findByText('This username is already taken.')).toBeInTheDocument();
  expect(email).toHaveFocus();
});

test.each([
  ['Password is too common', 'This password is too easy to guess. Choose another one.', 'Password'],
  ['UserName must be written in one alphabet', 'Use letters of one alphabet only.', 'Username'],
  ['Invalid Email', 'Enter a valid e-mail address.', 'E-mail'],
])('P3 "%s" is shown under its field', async (detail, shown, label) => {
  server.use(
    http.post('*/AP/RegisterUser', () =>
      HttpResponse.json({ result: false, errormsg: 'Invalid Request', errorcode: 100, detail }),
    ),
  );
  await renderApp('/signup');
  await fill();
  await userEvent.click(submit());
  expect(await screen.findByText(shown)).toBeInTheDocument();
  expect(screen.getByLabelText(label)).toBeInvalid();
});

// covers: sign-up.5
test('passwords that differ are reported after leaving the field, and nothing is sent', async () => {
  await renderApp('/signup');
  await fill('Secret-1');
  expect(await screen.findByText('The passwords do not match.')).toBeInTheDocument();
  await userEvent.click(submit());
  expect(screen.getByLabelText('Repeat password')).toBeInvalid();
});
