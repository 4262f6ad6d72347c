import { screen, waitFor } from '@testing-library/react';
import { securityActions } from '@salar/protocol/security-actions';
import { expect, test } from 'vitest';
import { exchange, failing, findRequests } from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { SecurityPage } from './security-page.tsx';
import { entry, fakeSecurity } from './testing.ts';
import english from './locales/en.json';

useFakeExchange();

const pageLength = 20;
const shown = () => document.querySelectorAll('section:last-of-type li');

test('every action has a text, and an unknown one is described as unknown', async () => {
  fakeSecurity({ activity: securityActions.map((action, at) => entry(900 - at, action)) });
  expect(Object.keys(english.activity.actions)).toEqual([...securityActions]);
  const { user } = renderPage(<SecurityPage />);
  expect(await screen.findByText('Account created')).toBeInTheDocument();
  for (let length = pageLength; length < securityActions.length; length += pageLength) {
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(shown()).toHaveLength(Math.min(length + pageLength, securityActions.length)));
  }
  expect(screen.queryByText('Other activity')).not.toBeInTheDocument();
});

test('an entry shows the action, the time, the address and the object', async () => {
  fakeSecurity({
    activity: [
      entry(5, 'sign_in', { Detail: 'password_and_code' }),
      entry(3, 'from_the_future', { IpAddress: null, Object: 'odd', Detail: 'words' }),
    ],
  });
  renderPage(<SecurityPage />);
  const signIn = (await screen.findByText('Signed in')).closest('li');
  expect(signIn).toHaveTextContent(/Mar 5, 2026.*From 203\.0\.113\.9With your password and a code$/);
  const odd = screen.getByText('Other activity').closest('li');
  expect(odd).toHaveTextContent(/oddwords$/);
  expect(odd).not.toHaveTextContent('From');
});

test.each([
  ['new_device', 'Chrome on Android', null, 'Chrome on Android'],
  ['api_key_added', 'a1b2c3d4', 'Trading, Deposit; *', 'a1b2c3d4Trading, DepositFrom any address'],
  ['api_key_changed', 'a1b2c3d4', '-; 10.0.0.0/8', 'a1b2c3d4No permissionsOnly from 10.0.0.0/8'],
  [
    'api_key_changed',
    'a1b2c3d4',
    'Trading; *; 50000000 COP',
    'a1b2c3d4TradingFrom any addressAt most 50,000,000.00 COP a day',
  ],
  ['level_decided', 'Level 2', 'returned', 'Level 2Returned for changes'],
  ['review_applied', 'Brazil', 'Verified', 'BrazilVerified'],
  ['withdrawal_requested', 'withdrawal 41', '0.5 ETH', 'Ticket 410.50 ETH'],
  ['withdrawal_requested', 'withdrawal 42', '100000 COP', 'Ticket 42100,000.00 COP'],
  ['destination_saved', 'wallet:ledger', 'destination/6c0d3f1e', 'wallet:ledger'],
  ['user_locked', null, 'operator', 'By our support'],
])('%s of %s, %s, is shown as "%s"', async (action, object, detail, text) => {
  fakeSecurity({ activity: [entry(7, action, { Object: object, Detail: detail })] });
  renderPage(<SecurityPage />);
  const line = await screen.findByText(english.activity.actions[action as 'sign_in']);
  expect(line.closest('li')).toHaveTextContent(new RegExp(`From 203\\.0\\.113\\.9${escaped(text)}$`));
});

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}

test('more entries are shown a page at a time, without duplicates, and the focus moves to the first new one', async () => {
  const security = fakeSecurity({
    activity: Array.from({ length: 25 }, (_, at) => entry(100 - at, 'sign_in')),
  });
  const { user } = renderPage(<SecurityPage />);
  const more = await screen.findByRole('button', { name: 'Show more' });
  expect(shown()).toHaveLength(20);
  // An action is logged meanwhile: the 20th entry is now the 21st.
  security.activity.unshift(entry(101, 'signed_out'));
  more.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(shown()).toHaveLength(25));
  expect(findRequests('GetUserActivity').map(({ StartIndex }) => StartIndex)).toEqual([0, 20]);
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  await waitFor(() => expect(shown()[20]).toHaveFocus());
});

test('a page that fails to load leaves the earlier entries, and can be retried', async () => {
  fakeSecurity({ activity: Array.from({ length: 21 }, (_, at) => entry(100 - at, 'sign_in')) });
  const { user } = renderPage(<SecurityPage />);
  const more = await screen.findByRole('button', { name: 'Show more' });
  exchange.use(failing('/AP/GetUserActivity', 503, '{}'));
  await user.click(more);
  expect(await screen.findByText(/^More could not be loaded\. .*503/)).toBeInTheDocument();
  expect(shown()).toHaveLength(20);
  fakeSecurity({ activity: Array.from({ length: 21 }, (_, at) => entry(100 - at, 'sign_in')) });
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(shown()).toHaveLength(21));
  expect(screen.queryByText(/^More could not be loaded/)).not.toBeInTheDocument();
});

test('an empty log and one that does not load are different things', async () => {
  fakeSecurity();
  exchange.use(failing('/AP/GetUserActivity', 503, '{}'));
  const { user } = renderPage(<SecurityPage />);
  expect(await screen.findByText('Your activity could not be loaded')).toBeInTheDocument();
  fakeSecurity();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Nothing has happened yet.')).toBeInTheDocument();
});
