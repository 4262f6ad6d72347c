/** The frame around every page: header, menu, footer, the settings' menu, and the picture next to the public pages. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { renderApp } from '../../tests/render-app.tsx';
import { sessionKey } from '../session/session-persistence.ts';
import { accountsChanged } from '../session/session-slice.ts';

const user = {
  UserId: 17,
  UserName: 'maria',
  Email: 'maria@example.com',
  EmailVerified: true,
  AccountId: 1001,
};
const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  server.use(
    http.get('*/local/status', () => new HttpResponse(null, { status: 404 })),
    http.post('*/AP/GetUserInfo', () => HttpResponse.json(user)),
    http.post('*/AP/GetAccountLink', () => HttpResponse.json([])),
    http.post('*/AP/LogOut', () =>
      HttpResponse.json({ result: true, errormsg: null, errorcode: 0, detail: null }),
    ),
  );
  localStorage.setItem(sessionKey, JSON.stringify({ userId: 17, sessionToken: 'token', user: null }));
});
afterEach(() => {
  server.resetHandlers();
  vi.unstubAllGlobals();
});
afterAll(() => server.close());

const linksIn = (place: HTMLElement) =>
  within(place)
    .getAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`);

// covers: routes.14, frame.1
test('the header has the logo, which leads home, and the navigation', async () => {
  await renderApp('/settings/profile');
  const [places] = await screen.findAllByRole('navigation', { name: 'Main' });
  expect(linksIn(places as HTMLElement)).toEqual([
    'Dashboard /dashboard',
    'Recharge/Withdraw /ramping/deposit',
    'Swap /swap',
    'Trade /trade',
  ]);
  const header = within(screen.getAllByRole('banner')[0] as HTMLElement);
  expect(header.getByRole('link', { name: /Salar, home/ })).toHaveAttribute('href', '/');
});

// covers: frame.6
test('on a phone the same navigation is at the bottom, and the menu opens as a sheet', async () => {
  stubWidth(false);
  await renderApp('/settings/profile');
  const [, bottom] = await screen.findAllByRole('navigation', { name: 'Main' });
  expect(linksIn(bottom as HTMLElement)).toEqual([
    'Dashboard /dashboard',
    'Recharge/Withdraw /ramping/deposit',
    'Swap /swap',
    'Trade /trade',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Account menu of maria' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Account' }));
  expect(sheet.getByText('maria@example.com')).toBeInTheDocument();
  expect(sheet.getByRole('button', { name: 'Log out' })).toBeInTheDocument();
});

// covers: frame.2
test('the user menu shows user name and e-mail, and has settings, language and log-out', async () => {
  await renderApp('/settings/profile');
  await userEvent.click(await screen.findByRole('button', { name: 'Account menu of maria' }));
  const menu = await screen.findByRole('menu');
  // The page behind the menu shows it as well.
  expect(screen.getAllByText('maria@example.com')).toHaveLength(2);
  for (const name of [/^Settings/, /^Language.*English/, /^Log out/])
    expect(within(menu).getByRole('menuitem', { name })).toBeInTheDocument();
});

// covers: account-link.5
test('the user menu shows that the account is linked with one of the test network', async () => {
  server.use(
    http.post('*/AP/GetAccountLink', () =>
      HttpResponse.json([
        {
          UserName: 'maria-test',
          WalletAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
          LinkedAt: '2026-05-04T12:00:00.000Z',
        },
      ]),
    ),
  );
  await renderApp('/settings/profile');
  await userEvent.click(await screen.findByRole('button', { name: 'Account menu of maria' }));
  expect(await screen.findByText('Linked')).toBeInTheDocument();
  expect(screen.getByTitle('Linked with maria-test on the testnet')).toBeInTheDocument();
});

// covers: frame.4
test('after logging out the app is reloaded', async () => {
  const assign = vi.fn();
  const { origin, href, pathname, search } = window.location;
  vi.stubGlobal('location', { origin, href, pathname, search, assign });
  await renderApp('/settings/profile');
  await userEvent.click(await screen.findByRole('button', { name: 'Account menu of maria' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/signin'));
});

// covers: frame.7, frame.8, frame.9
test('the footer has product, resources, company and support, and no dead link', async () => {
  await renderApp('/settings/profile');
  const footer = within(await screen.findByRole('contentinfo'));
  expect(footer.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Product',
    'Resources',
    'Company',
  ]);
  for (const [name, path] of [
    ['Dashboard', '/dashboard'],
    ['Swap', '/swap'],
    ['Deposit', '/ramping/deposit'],
    ['Withdraw', '/ramping/withdraw'],
    [/^API documentation/, '/docs'],
    ['About us', '/about'],
    ['Terms of service', '/terms'],
    ['Privacy policy', '/privacy'],
    ['Support', '/support'],
  ] as const)
    expect(footer.getByRole('link', { name })).toHaveAttribute('href', path);
});

// covers: routes.16, sign-in.31
test('until the customer is loaded, the page shows that it is loading', async () => {
  let answer: (() => void) | null = null;
  server.use(
    http.post('*/AP/GetUserInfo', async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return HttpResponse.json(user);
    }),
  );
  await renderApp('/settings/profile');
  const release = await vi.waitUntil(() => answer, { timeout: 20_000 });
  expect(screen.getByText('Loading…')).toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'Profile' })).not.toBeInTheDocument();
  release();
  expect(await screen.findByRole('heading', { name: 'Profile' })).toBeInTheDocument();
  expect(screen.queryByText('Loading…')).not.toBeInTheDocument();
});

const settings = ['Profile', 'Security', 'Verification', 'API keys', 'Trade report', 'Bank accounts'];

// covers: routes.13, security.3
test('the settings have a menu next to the page', async () => {
  stubWidth(true);
  await renderApp('/settings/profile');
  const menu = await screen.findByRole('navigation', { name: 'Settings' });
  expect(linksIn(menu)).toEqual([
    'Profile /settings/profile',
    'Security /settings/security',
    'Verification /settings/verification',
    'API keys /settings/api-keys',
    'Trade report /settings/trade-report',
    'Bank accounts /settings/bank-accounts',
  ]);
});

// covers: security.3
test('on a phone the settings are a list to choose from', async () => {
  stubWidth(false);
  await renderApp('/settings/profile');
  await userEvent.click(await screen.findByRole('button', { name: /Settings page/ }));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(settings);
});

// covers: security.1
test('the profile shows user name, e-mail and account number, and nothing to change', async () => {
  const { store } = await renderApp('/settings/profile');
  const rows = await screen.findAllByRole('term');
  expect(rows.map(({ textContent }) => textContent)).toEqual(['Username', 'Email', 'Account number']);
  expect(screen.getByText('1001')).toBeInTheDocument();
  expect(screen.queryByText(/^Level/)).not.toBeInTheDocument();
  act(() => {
    store.dispatch(accountsChanged([{ accountId: 1001, accountName: 'maria', verificationLevel: 2 }]));
  });
  expect(await screen.findByText('Level 2')).toBeInTheDocument();
  expect(screen.getByText('maria@example.com')).toBeInTheDocument();
  expect(within(screen.getByRole('main')).queryByRole('textbox')).not.toBeInTheDocument();
});

// covers: sign-in.1
test('a public page has a form with title and subtitle, and a picture next to it', async () => {
  localStorage.clear();
  await renderApp('/forgot-password');
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Forgot your password?');
  expect(within(screen.getByRole('main')).getByText(/^Tell us your username/)).toBeInTheDocument();
  expect(screen.getByRole('complementary').querySelector('svg')).not.toBeNull();
});

/** Simulates the media queries of a wide screen or a phone. */
function stubWidth(isWide: boolean): void {
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: isWide,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}
