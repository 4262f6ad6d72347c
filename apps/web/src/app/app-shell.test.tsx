import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { renderApp } from '../../tests/render-app.tsx';
import { liveAway, liveOpened } from '../store/live-slice.ts';
import en from '../i18n/locales/en.json';
import es from '../i18n/locales/es.json';
import pt from '../i18n/locales/pt.json';
import { sessionKey } from '../session/session-persistence.ts';

const user = {
  UserId: 17,
  UserName: 'maria',
  Email: 'maria@example.com',
  EmailVerified: true,
  AccountId: 1001,
};
const accepted = { result: true, errormsg: null, errorcode: 0, detail: null };
const server = setupServer();
let calls: { name: string; body: unknown; token: string | null }[] = [];

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  calls = [];
  server.use(
    http.get('*/local/status', () => HttpResponse.json({})),
    http.post('*/AP/:name', async ({ request, params }) => {
      const name = String(params['name']);
      if (name === 'GetUserInfo') return HttpResponse.json(user);
      if (name === 'GetAccountLink') return HttpResponse.json([]);
      calls.push({ name, body: await request.json(), token: request.headers.get('aptoken') });
      return HttpResponse.json(accepted);
    }),
  );
  localStorage.setItem(sessionKey, JSON.stringify({ userId: 17, sessionToken: 'token', user: null }));
});
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

// covers: frame.3, figures.8
test('the menu cycles the language without a reload and saves it on the server in upper case', async () => {
  await renderApp('/settings/profile');
  await userEvent.click(await screen.findByRole('button', { name: 'Account menu of maria' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /Language/ }));
  expect(await screen.findByText('Perfil', { selector: 'h1' })).toBeInTheDocument();
  expect(document.documentElement.lang).toBe('es');
  await waitFor(() =>
    expect(calls).toEqual([
      {
        name: 'SetUserConfig',
        body: { userId: 17, config: [{ Key: 'Language', Value: 'ES' }] },
        token: 'token',
      },
    ]),
  );
});

test('the menu changes the theme at once and stores it', async () => {
  await renderApp('/settings/profile');
  await userEvent.click(await screen.findByRole('button', { name: 'Account menu of maria' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /Theme/ }));
  expect(document.documentElement.dataset['theme']).toBe('light');
  expect(localStorage.getItem('ui.theme')).toBe('light');
});

// covers: frame.5
test('logging out ends the session on the server and here', async () => {
  const { store } = await renderApp('/settings/profile');
  await userEvent.click(await screen.findByRole('button', { name: 'Account menu of maria' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  await waitFor(() => expect(store.getState().session.sessionToken).toBeNull());
  expect(calls.map(({ name, token }) => `${name} ${token}`)).toEqual(['LogOut token']);
  expect(localStorage.getItem(sessionKey)).toBeNull();
});

test('the navigation is labelled, the current page is marked, and the footer links the documentation', async () => {
  await renderApp('/settings/profile');
  const [header] = await screen.findAllByRole('navigation', { name: 'Main' });
  expect(header).toHaveTextContent('Dashboard');
  expect(screen.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page');
  expect(screen.getByRole('link', { name: /API documentation/ })).toHaveAttribute('href', '/docs');
  expect(await screen.findByRole('link', { name: /Local pages/ })).toHaveAttribute('href', '/local');
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveAttribute('href', '#content');
});

// covers: security.13
test('a password reset shows the address of the mail', async () => {
  await renderApp('/settings/security');
  await userEvent.click(await screen.findByRole('button', { name: 'Reset password' }));
  expect(await screen.findByRole('alertdialog', { name: 'Check your e-mail' })).toHaveTextContent(
    'maria@example.com',
  );
  expect(calls.filter(({ name }) => name === 'ResetPassword')).toEqual([
    { name: 'ResetPassword', body: { Username: 'maria' }, token: 'token' },
  ]);
});

test('a live connection that stays away is reported in a quiet line, until it is back', async () => {
  const { store } = await renderApp('/settings/profile');
  await screen.findByRole('button', { name: 'Account menu of maria' });
  const line = 'Reconnecting. Figures may be out of date.';
  expect(screen.queryByText(line)).not.toBeInTheDocument();
  act(() => void store.dispatch(liveAway()));
  expect(await screen.findByText(line)).toHaveRole('status');
  act(() => void store.dispatch(liveOpened()));
  expect(screen.queryByText(line)).not.toBeInTheDocument();
});

test.each(Object.entries({ en, es, pt }))(
  'in %s the text of the bar under the header fits one line of a phone, or it would cover the page',
  (_, { shell }) => {
    const lineOf360px = 44;
    for (const line of [shell.offline, shell.reconnecting])
      expect(line.length).toBeLessThanOrEqual(lineOf360px);
  },
);
