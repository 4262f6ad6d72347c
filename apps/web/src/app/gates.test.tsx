import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { renderApp } from '../../tests/render-app.tsx';
import { getPathAfterSignIn, buildSignInAddress } from '../lib/navigation/addresses.ts';

import { sessionKey } from '../session/session-persistence.ts';

const user = {
  UserId: 17,
  UserName: 'maria',
  Email: 'maria@example.com',
  EmailVerified: true,
  AccountId: 1001,
  OperatorId: 1,
  Use2FA: false,
  Locked: false,
};
const server = setupServer(
  http.post('*/AP/GetUserInfo', () => HttpResponse.json(user)),
  http.get('*/local/status', () => new HttpResponse(null, { status: 404 })),
);

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

// covers: routes.2, routes.15, sign-in.16
test('the page after sign-in is the requested one, or home', () => {
  expect(getPathAfterSignIn('')).toBe('/dashboard');
  expect(getPathAfterSignIn('?userName=a&wallet=b')).toBe('/dashboard?userName=a&wallet=b');
  expect(getPathAfterSignIn('?next=%2Fswap')).toBe('/swap');
  expect(getPathAfterSignIn('?next=%2F%2Fevil.example')).toBe('/dashboard');
  expect(buildSignInAddress('/dashboard', '?userName=a')).toBe('/signin?userName=a');
  expect(buildSignInAddress('/swap', '?x=1')).toBe('/signin?next=%2Fswap%3Fx%3D1');
});

// covers: routes.14, routes.18, routes.19
test.each(['/settings/profile', '/somewhere', '/', '/login'])(
  'signed out, %s shows sign-in',
  async (address) => {
    await renderApp(address);
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeInTheDocument();
  },
);

// covers: routes.8
test('the query string survives the redirect to sign-in', async () => {
  const { router } = await renderApp('/dashboard?userName=maria&wallet=0x1');
  await screen.findByRole('heading', { name: 'Sign in' });
  expect(router.state.location.search).toBe('?userName=maria&wallet=0x1');
});

// covers: session.4
test('a restored session opens the page at once and shows the signed-in customer', async () => {
  localStorage.setItem(sessionKey, JSON.stringify({ userId: 17, sessionToken: 'token', user: null }));
  await renderApp('/settings/profile');
  expect(await screen.findByText('maria@example.com')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Account menu of maria' })).toBeInTheDocument();
  await waitFor(() => expect(document.title).toBe('Profile · Salar'));
});

test('a dead session redirects to sign-in with a notice and the way back', async () => {
  server.use(http.post('*/AP/GetUserInfo', () => new HttpResponse('NOT AUTHORIZED', { status: 401 })));
  localStorage.setItem(sessionKey, JSON.stringify({ userId: 17, sessionToken: 'token', user: null }));
  const { router } = await renderApp('/settings/security');
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeInTheDocument();
  expect(await screen.findByText('Your session has ended. Please sign in again.')).toBeInTheDocument();
  expect(router.state.location.search).toBe('?next=%2Fsettings%2Fsecurity');
  expect(localStorage.getItem(sessionKey)).toBe('"ended"');
});

test('an unreachable server is reported, with a retry', async () => {
  server.use(http.post('*/AP/GetUserInfo', () => HttpResponse.error()));
  localStorage.setItem(sessionKey, JSON.stringify({ userId: 17, sessionToken: 'token', user: null }));
  await renderApp('/settings/profile');
  expect(await screen.findByRole('heading', { name: 'We could not load your account' })).toBeInTheDocument();
  server.resetHandlers();
  screen.getByRole('button', { name: 'Retry' }).click();
  expect(await screen.findByText('maria@example.com')).toBeInTheDocument();
});
