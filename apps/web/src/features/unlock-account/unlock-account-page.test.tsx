import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering, exchange, findRequests } from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { UnlockAccountPage } from './unlock-account-page.tsx';

useFakeExchange();

const path = '/unlock-account?verifycode=the-code&UserId=17';
const done = { result: true, errormsg: null, errorcode: 0, detail: null };
const refused = {
  result: false,
  errormsg: 'Operation Failed',
  errorcode: 101,
  detail: 'Invalid or expired code',
};

test('E2 opening the page unlocks nothing; pressing the button does, and the code has left the address bar', async () => {
  exchange.use(answering('UnlockAccount', done));
  window.history.replaceState(null, '', path);
  const { user } = renderPage(<UnlockAccountPage />, { path });
  const unlock = await screen.findByRole('button', { name: 'Unlock account' });
  expect(findRequests('UnlockAccount')).toEqual([]);
  expect(window.location.search).toBe('');
  await user.click(unlock);
  expect(await screen.findByText('Account unlocked')).toBeInTheDocument();
  expect(findRequests('UnlockAccount')).toEqual([{ UserId: '17', VerifyCode: 'the-code' }]);
  expect(screen.getByRole('link', { name: 'Go to sign in' })).toHaveAttribute('href', '/signin');
});

test('a used or old link explains the other ways to unlock the account', async () => {
  exchange.use(answering('UnlockAccount', refused));
  const { user } = renderPage(<UnlockAccountPage />, { path });
  await user.click(await screen.findByRole('button', { name: 'Unlock account' }));
  expect(await screen.findByText(/Choose a new password to unlock your account/)).toBeInTheDocument();
});

test('an incomplete link is reported at once', async () => {
  renderPage(<UnlockAccountPage />, { path: '/unlock-account?UserId=17' });
  expect(await screen.findByText(/This link is not complete/)).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
