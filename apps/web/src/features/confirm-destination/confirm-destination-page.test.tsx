import { screen } from '@testing-library/react';
import { http } from 'msw';
import { expect, test } from 'vitest';
import { answering, exchange, requestsOf } from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { ConfirmDestinationPage } from './confirm-destination-page.tsx';

useFakeExchange();

const path = '/confirm-destination?verifycode=the-code&UserId=17';
const button = () => screen.findByRole('button', { name: 'Confirm destination' });

test('opening the page confirms nothing; pressing the button does', async () => {
  exchange.use(
    answering('ConfirmWithdrawInfo', { result: true, errormsg: null, errorcode: 0, detail: null }),
  );
  const { user } = renderPage(<ConfirmDestinationPage />, { path });
  const confirm = await button();
  expect(requestsOf('ConfirmWithdrawInfo')).toEqual([]);
  await user.click(confirm);
  expect(await screen.findByText('Destination confirmed')).toBeInTheDocument();
  expect(requestsOf('ConfirmWithdrawInfo')).toEqual([{ VerifyEmailCode: 'the-code', UserId: '17' }]);
  expect(screen.getByRole('link', { name: 'Go to withdraw' })).toHaveAttribute('href', '/ramping/withdraw');
});

test('a used or old link went wrong', async () => {
  exchange.use(
    answering('ConfirmWithdrawInfo', {
      result: false,
      errormsg: 'Operation Failed',
      errorcode: 101,
      detail: 'Invalid',
    }),
  );
  const { user } = renderPage(<ConfirmDestinationPage />, { path });
  await user.click(await button());
  expect(await screen.findByText('something went wrong')).toBeInTheDocument();
  expect(screen.getByText(/did not confirm the destination/)).toBeInTheDocument();
});

test('a lost answer is not called a failure', async () => {
  exchange.use(http.all('*/AP/ConfirmWithdrawInfo', () => Response.error()));
  const { user } = renderPage(<ConfirmDestinationPage />, { path });
  await user.click(await button());
  expect(await screen.findByText(/We do not know yet whether your confirmation arrived/)).toBeInTheDocument();
});

test('an incomplete link is said at once', async () => {
  renderPage(<ConfirmDestinationPage />, { path: '/confirm-destination?UserId=17' });
  expect(await screen.findByText('something went wrong')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Go to withdraw' })).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
