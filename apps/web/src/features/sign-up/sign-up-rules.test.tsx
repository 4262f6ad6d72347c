/** The fields of the form, and how a refused registration is reported. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { renderApp } from '../../../tests/render-app.tsx';

// Not a laptop installation: there are no local pages.
const server = setupServer(http.get('*/local/status', () => new HttpResponse(null, { status: 404 })));
let sent: unknown[] = [];
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  sent = [];
});
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

function answering(answer: object) {
  server.use(
    http.post('*/AP/RegisterUser', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(answer);
    }),
  );
}
const submit = () => screen.getByRole('button', { name: 'Create account' });
const right = {
  Username: 'maria',
  'E-mail': 'maria@example.com',
  Password: 'Secret-12',
  'Repeat password': 'Secret-12',
};
async function fill(wrong: Partial<typeof right> = {}) {
  await renderApp('/signup');
  await screen.findByLabelText('Username');
  for (const [label, text] of Object.entries({ ...right, ...wrong })) {
    await userEvent.click(screen.getByLabelText(label));
    if (text !== '') await userEvent.paste(text);
  }
  await userEvent.click(screen.getByRole('checkbox', { name: /terms of service/ }));
  await userEvent.click(screen.getByRole('checkbox', { name: /privacy policy/ }));
}

// covers: sign-up.2, sign-up.3, sign-up.4, sign-up.5
test('missing and invalid values are reported field by field, and nothing is sent', async () => {
  await fill({ Username: 'ma', 'E-mail': 'maria@home', Password: 'abc12', 'Repeat password': '' });
  await userEvent.click(submit());
  for (const [label, text] of [
    ['Username', 'Use at least 3 characters.'],
    ['E-mail', 'Enter a valid e-mail address.'],
    ['Password', 'Use at least 6 characters.'],
    ['Repeat password', 'This field is required.'],
  ] as const) {
    expect(screen.getByLabelText(label)).toBeInvalid();
    expect(screen.getByText(text)).toBeInTheDocument();
  }
  expect(sent).toEqual([]);
});

test('a password that the server would refuse is never called strong, and is explained before it is sent', async () => {
  await fill({ Password: 'Abcdef12!', 'Repeat password': 'Abcdef12!' });
  const password = screen.getByLabelText('Password');
  await waitFor(() => expect(password).toBeInvalid());
  expect(password).toHaveAccessibleDescription('This password is too easy to guess. Choose another one.');
  expect(screen.queryByText('Password strength: strong')).not.toBeInTheDocument();
  await userEvent.clear(screen.getByLabelText('Password'));
  await userEvent.click(screen.getByLabelText('Password'));
  await userEvent.paste('Lantern-orbit-4');
  expect(await screen.findByText('Password strength: strong')).toBeInTheDocument();
  expect(password).toBeValid();
  expect(sent).toEqual([]);
});

test('a reload keeps the typed name and address until they are cleared', async () => {
  await fill();
  const kept = () => sessionStorage.getItem('draft.sign-up');
  expect(JSON.parse(kept() ?? '')).toMatchObject({
    value: { userName: 'maria', email: 'maria@example.com' },
  });
  await userEvent.clear(screen.getByLabelText('Username'));
  await userEvent.clear(screen.getByLabelText('E-mail'));
  expect(kept()).toBeNull();
});

// covers: sign-up.9, sign-up.10
test('the button requires both terms and privacy policy, which open in new tabs', async () => {
  await fill();
  expect(submit()).toBeEnabled();
  for (const name of [/terms of service/, /privacy policy/]) {
    await userEvent.click(screen.getByRole('checkbox', { name }));
    expect(submit()).toBeDisabled();
    await userEvent.click(screen.getByRole('checkbox', { name }));
    expect(submit()).toBeEnabled();
  }
  const [terms] = screen.getAllByRole('link', { name: /^terms of service/ });
  const [privacy] = screen.getAllByRole('link', { name: /^privacy policy/ });
  expect(terms).toHaveAttribute('href', '/terms');
  expect(privacy).toHaveAttribute('href', '/privacy');
  for (const link of [terms, privacy]) expect(link).toHaveAttribute('target', '_blank');
});

// covers: sign-up.18, sign-up.19
test.each([
  ['the server’s words', 'Closed for maintenance', 'Closed for maintenance'],
  ['our own when there are none', null, 'The registration failed. Please try again.'],
  [
    'those of a duplicate when the server does not say of what',
    'Account already exists',
    'A user or email with these details already exists.',
  ],
])('a refused registration shows %s, and what was typed stays', async (_, errormsg, text) => {
  answering({ result: false, errormsg, errorcode: 101, detail: null });
  await fill();
  await userEvent.click(submit());
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.getByLabelText('E-mail')).toHaveValue('maria@example.com');
});

// covers: sign-up.13, sign-up.21
test('a toast confirms a registration, and another the repeated mail', async () => {
  answering({ UserId: 195 });
  const accepted = { result: true, errormsg: null, errorcode: 0, detail: null };
  const resent: unknown[] = [];
  server.use(
    http.post('*/AP/ResendVerificationEmail', async ({ request }) => {
      resent.push(await request.json());
      return HttpResponse.json(accepted);
    }),
  );
  await fill();
  await userEvent.click(submit());
  const toasts = await screen.findByRole('region', { name: /Notifications/ });
  expect(await within(toasts).findByText('Registration successful')).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('button', { name: 'Resend verification e-mail' }));
  expect(await within(toasts).findByText('Verification e-mail sent')).toBeInTheDocument();
  expect(resent).toEqual([{ Email: 'maria@example.com' }]);
});

// covers: sign-up.20
test('a repeated mail that could not be sent is reported and can be requested again', async () => {
  answering({ UserId: 195 });
  server.use(
    http.post('*/AP/ResendVerificationEmail', () =>
      HttpResponse.json({ result: false, errormsg: 'Operation Failed', errorcode: 101, detail: null }),
    ),
  );
  await fill();
  await userEvent.click(submit());
  await userEvent.click(await screen.findByRole('button', { name: 'Resend verification e-mail' }));
  expect(
    await screen.findAllByText('The verification e-mail could not be sent. Please try again.'),
  ).not.toHaveLength(0);
  expect(screen.getByRole('button', { name: 'Resend verification e-mail' })).toBeEnabled();
});

test('a customer who registers in Spanish gets mails in Spanish from the first one on', async () => {
  localStorage.setItem('ui.language', 'es');
  answering({ UserId: 195 });
  await renderApp('/signup');
  await screen.findByLabelText('Nombre de usuario');
  for (const [label, text] of [
    ['Nombre de usuario', 'maria'],
    ['Correo electrónico', 'maria@example.com'],
    ['Contraseña', 'Secret-12'],
    ['Repite la contraseña', 'Secret-12'],
  ] as const) {
    await userEvent.click(screen.getByLabelText(label));
    await userEvent.paste(text);
  }
  for (const box of screen.getAllByRole('checkbox')) await userEvent.click(box);
  await userEvent.click(screen.getByRole('button', { name: 'Crear cuenta' }));
  await screen.findByText('maria@example.com');
  expect(sent).toEqual([
    {
      UserInfo: { UserName: 'maria', Email: 'maria@example.com', passwordHash: 'Secret-12' },
      OperatorId: 1,
      UserConfig: [{ Key: 'Language', Value: 'ES' }],
    },
  ]);
});
