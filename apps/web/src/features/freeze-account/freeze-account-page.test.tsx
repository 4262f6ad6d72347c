import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering, exchange, findRequests } from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { FreezeAccountPage } from './freeze-account-page.tsx';

useFakeExchange();

const path = '/freeze-account?verifycode=the-code&UserId=17';
const done = { result: true, errormsg: null, errorcode: 0, detail: null };
const refused = {
  result: false,
  errormsg: 'Operation Failed',
  errorcode: 101,
  detail: 'Invalid or expired code',
};

test('E2 opening the page freezes nothing; pressing the button does, and the code has left the address bar', async () => {
  exchange.use(answering('FreezeAccount', done));
  window.history.replaceState(null, '', path);
  const { user } = renderPage(<FreezeAccountPage />, { path });
  const freeze = await screen.findByRole('button', { name: 'Freeze my account' });
  expect(findRequests('FreezeAccount')).toEqual([]);
  expect(window.location.search).toBe('');
  await user.click(freeze);
  expect(await screen.findByText('Account frozen')).toBeInTheDocument();
  expect(findRequests('FreezeAccount')).toEqual([{ UserId: '17', VerifyCode: 'the-code' }]);
  expect(screen.getByRole('link', { name: 'Choose a new password' })).toHaveAttribute(
    'href',
    '/forgot-password',
  );
});

test('an old link explains the other ways to react', async () => {
  exchange.use(answering('FreezeAccount', refused));
  const { user } = renderPage(<FreezeAccountPage />, { path });
  await user.click(await screen.findByRole('button', { name: 'Freeze my account' }));
  expect(await screen.findByText(/that ends every session, too/)).toBeInTheDocument();
});

test('an incomplete link is reported at once', async () => {
  renderPage(<FreezeAccountPage />, { path: '/freeze-account?UserId=17' });
  expect(await screen.findByText(/This link is not complete/)).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
