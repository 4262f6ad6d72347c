import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { expect, test } from 'vitest';
import { answering, exchange, requestsOf } from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { ConfirmWithdrawPage } from './confirm-withdraw-page.tsx';

useFakeExchange();

const path = '/confirm-withdraw?verifycode=the-code&UserId=17';
const button = () => screen.findByRole('button', { name: 'Confirm withdrawal' });

// covers: routes.7, confirm-withdraw.1, confirm-withdraw.2
test('opening the page confirms nothing; pressing the button does', async () => {
  exchange.use(answering('ConfirmWithdraw', { result: true, errormsg: null, errorcode: 0, detail: null }));
  const { user } = renderPage(<ConfirmWithdrawPage />, { path });
  const confirm = await button();
  expect(requestsOf('ConfirmWithdraw')).toEqual([]);
  await user.click(confirm);
  expect(await screen.findByText('Withdrawal confirmed')).toBeInTheDocument();
  expect(requestsOf('ConfirmWithdraw')).toEqual([{ VerifyCode: 'the-code', UserId: '17' }]);
  expect(screen.getByRole('link', { name: 'Back to withdraw' })).toHaveAttribute('href', '/ramping/withdraw');
  // The button that had the focus is gone: the page's name has it.
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

// covers: confirm-withdraw.1
test('a used or old link went wrong', async () => {
  exchange.use(
    answering('ConfirmWithdraw', {
      result: false,
      errormsg: 'Operation Failed',
      errorcode: 101,
      detail: 'Invalid',
    }),
  );
  const { user } = renderPage(<ConfirmWithdrawPage />, { path });
  await user.click(await button());
  expect(await screen.findByText('something went wrong')).toBeInTheDocument();
  expect(screen.getByText(/was not confirmed by this page/)).toBeInTheDocument();
});

test('a lost answer is not called a failure', async () => {
  exchange.use(http.all('*/AP/ConfirmWithdraw', () => Response.error()));
  const { user } = renderPage(<ConfirmWithdrawPage />, { path });
  await user.click(await button());
  expect(await screen.findByText(/We do not know yet whether your confirmation arrived/)).toBeInTheDocument();
});

// covers: confirm-withdraw.3
test('an incomplete link is said at once', async () => {
  renderPage(<ConfirmWithdrawPage />, { path: '/confirm-withdraw?UserId=17' });
  expect(await screen.findByText('something went wrong')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Back to withdraw' })).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
