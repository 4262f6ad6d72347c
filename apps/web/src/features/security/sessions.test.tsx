import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { exchange, failing, findRequests } from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { SecurityPage } from './security-page.tsx';
import { fakeSecurity, session } from './testing.ts';

useFakeExchange();

const here = session('s1', { IsCurrent: true, DeviceName: 'Firefox on Linux', IpAddress: '198.51.100.4' });
const phone = session('s2');
const program = session('s3', { DeviceName: null, IpAddress: null, APIKey: 'a1b2c3d4' });

function line(device: string) {
  const found = screen.getByText(device).closest('li');
  if (found === null) throw new Error(`${device} is no line`);
  return found;
}

test('sessions show device, address and last use; this device and keys are marked', async () => {
  fakeSecurity({ sessions: [phone, program, here] });
  renderPage(<SecurityPage />);
  await screen.findByText('Firefox on Linux');
  expect(line('Firefox on Linux')).toHaveTextContent('This device');
  expect(line('Firefox on Linux')).toHaveTextContent('198.51.100.4');
  expect(within(line('Firefox on Linux')).queryByRole('button')).not.toBeInTheDocument();
  expect(line('Chrome on Android')).toHaveTextContent(/203\.0\.113\.9Last used Mar 5, 2026/);
  expect(line('Unknown device')).toHaveTextContent('API key a1b2c3d4…');
  expect(line('Unknown device')).toHaveTextContent('Unknown address');
  const devices = line('Firefox on Linux').parentElement?.querySelectorAll('li');
  expect(devices?.[0]).toHaveTextContent('This device');
});

test('one session is ended after a confirmation that names it', async () => {
  fakeSecurity({ sessions: [here, phone, program] });
  const { user } = renderPage(<SecurityPage />);
  await user.click(
    await screen.findByRole('button', { name: 'End the session on Chrome on Android, 203.0.113.9' }),
  );
  const question = await screen.findByRole('alertdialog', { name: 'End this session?' });
  expect(question).toHaveTextContent('Chrome on Android (203.0.113.9) is signed out at once.');
  await user.click(within(question).getByRole('button', { name: 'End the session' }));
  await waitFor(() => expect(screen.queryByText('Chrome on Android')).not.toBeInTheDocument());
  expect(findRequests('EndUserSession')).toEqual([{ SessionId: 's2' }]);
});

test('all others are ended with the keyboard, after a confirmation that counts them', async () => {
  fakeSecurity({ sessions: [here, phone, program] });
  const { user } = renderPage(<SecurityPage />);
  (await screen.findByRole('button', { name: 'End all others' })).focus();
  await user.keyboard('{Enter}');
  const question = await screen.findByRole('alertdialog', { name: 'End all other sessions?' });
  expect(question).toHaveTextContent('2 other sessions are signed out at once');
  await waitFor(() => expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveFocus());
  await user.keyboard('{Tab}{Enter}');
  await waitFor(() => expect(screen.queryByText('Chrome on Android')).not.toBeInTheDocument());
  expect(findRequests('EndOtherUserSessions')).toHaveLength(1);
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'End all others' })).not.toBeInTheDocument(),
  );
  expect(screen.getByText('Firefox on Linux')).toBeInTheDocument();
});

test('a session that cannot be ended leaves the dialog open with the reason', async () => {
  fakeSecurity({ sessions: [here, phone] });
  exchange.use(failing('/AP/EndUserSession', 503, '{}'));
  const { user } = renderPage(<SecurityPage />);
  await user.click(await screen.findByRole('button', { name: /^End the session on/ }));
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'End the session' }));
  expect(await within(question).findByRole('alert')).toHaveTextContent('503');
});

test('sessions that do not load show an error with a way to retry', async () => {
  fakeSecurity();
  exchange.use(failing('/AP/GetUserSessions', 503, '{}'));
  const { user } = renderPage(<SecurityPage />);
  expect(await screen.findByText('Your sessions could not be loaded')).toBeInTheDocument();
  fakeSecurity({ sessions: [here] });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Firefox on Linux')).toBeInTheDocument();
});

test('a long list of sessions is folded; it expands on demand, and the focus moves to the first of the rest', async () => {
  const many = Array.from({ length: 18 }, (_, at) => session(`m${at}`, { IpAddress: `203.0.113.${at}` }));
  fakeSecurity({ sessions: [here, ...many] });
  const { user } = renderPage(<SecurityPage />);
  await screen.findByText('Firefox on Linux');
  expect(screen.getAllByText('Chrome on Android')).toHaveLength(5);
  await user.click(screen.getByRole('button', { name: 'Show all 19' }));
  expect(screen.getAllByText('Chrome on Android')).toHaveLength(18);
  expect(screen.getByText('203.0.113.5').closest('li')).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Show all 19' })).not.toBeInTheDocument();
});
