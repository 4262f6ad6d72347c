import { Toaster } from '@salar/ui';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  answering,
  answeringPath,
  exchange,
  failing,
  findRequests,
} from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { LinkAccountDialog } from './link-account-dialog.tsx';

useFakeExchange();

const claimPath = '/api/task/salar/link-user';
const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const named = `/dashboard?userName=maria-test&wallet=${wallet.toLowerCase()}&tab=1`;
const done = { result: true, errormsg: null, errorcode: 0, detail: null };

function open(path = named) {
  return renderPage(
    <>
      <LinkAccountDialog accountId={31} />
      <Toaster />
    </>,
    { path },
  );
}
const agree = async (user: ReturnType<typeof open>['user']) =>
  user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Link accounts' }));

// covers: routes.8, account-link.1, account-link.4
test('shows both names, and links only after the customer agrees (B6)', async () => {
  exchange.use(answeringPath(claimPath, { success: true }), answering('ConfirmAccountLink', done));
  const { user, router } = open();
  const dialog = await screen.findByRole('alertdialog');
  expect(within(dialog).getByText('maria-test')).toBeInTheDocument();
  expect(dialog).toHaveTextContent(wallet);
  expect(findRequests(claimPath)).toEqual([]);

  await agree(user);
  expect(await screen.findByText('The accounts are linked.')).toBeInTheDocument();
  await waitFor(() => expect(router.state.location.search).toBe('?tab=1'));
  expect(findRequests(claimPath)).toEqual([
    { salarAccountId: 31, userName: 'maria-test', walletAddress: wallet },
  ]);
  expect(findRequests('ConfirmAccountLink')).toEqual([{ UserName: 'maria-test', WalletAddress: wallet }]);
});

test('declining sends nothing', async () => {
  const { user, router } = open();
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(router.state.location.search).toBe('?tab=1'));
  expect(findRequests(claimPath)).toEqual([]);
});

// covers: account-link.3
test.each([
  ['a claim', answeringPath(claimPath, { errorMessage: 'Wallet already linked to another account' }, 409)],
  [
    'a confirmation',
    answering('ConfirmAccountLink', {
      result: false,
      errormsg: 'Operation Failed',
      errorcode: 101,
      detail: 'Wallet already linked to another account',
    }),
  ],
])('a refusal of %s is shown in the customer’s language and ends the dialog', async (_name, refusing) => {
  exchange.use(answeringPath(claimPath, { success: true }), answering('ConfirmAccountLink', done));
  exchange.use(refusing);
  const { user, router } = open();
  await agree(user);
  expect(
    await screen.findByText(/could not be linked. It is linked with another account already/),
  ).toBeInTheDocument();
  await waitFor(() => expect(router.state.location.search).toBe('?tab=1'));
});

test('without an answer the dialog and the address stay, for another try', async () => {
  exchange.use(failing(claimPath, 503, 'DOWN'));
  const { user, router } = open();
  await agree(user);
  expect(await screen.findByRole('alert')).toHaveTextContent(/could not be linked/);
  expect(router.state.location.search).toContain('userName=maria-test');
  exchange.use(answeringPath(claimPath, { success: true }), answering('ConfirmAccountLink', done));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(router.state.location.search).toBe('?tab=1'));
});

test.each([
  [`/dashboard?userName=maria&wallet=0xabc`, /not a valid address/],
  [`/dashboard?userName=maria&wallet=${wallet.replace('aA', 'Aa')}`, /not a valid address/],
  [`/dashboard?userName=${'m'.repeat(65)}&wallet=${wallet}`, /too long/],
])('%s cannot be linked at all', async (path, text) => {
  const { user, router } = open(path);
  const dialog = await screen.findByRole('alertdialog');
  expect(within(dialog).getByRole('alert')).toHaveTextContent(text);
  expect(within(dialog).queryByRole('button', { name: 'Link accounts' })).not.toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(findRequests(claimPath)).toEqual([]);
});

test('one name alone opens no dialog', async () => {
  open('/dashboard?userName=maria');
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});
