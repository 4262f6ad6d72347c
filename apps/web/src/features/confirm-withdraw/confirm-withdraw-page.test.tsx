import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { answering, digits, exchange, findRequests } from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { ConfirmWithdrawPage } from './confirm-withdraw-page.tsx';

useFakeExchange();

const address = '0x52908400098527886E0F7030069857D2E4169EE7';
const closed = {
  Product: null,
  Amount: null,
  Fee: null,
  Net: null,
  Network: null,
  TemplateType: null,
  Address: null,
  BankFields: [],
};
const open = {
  State: 'Open',
  Product: 'ETH',
  Amount: digits('0.123456789012345677'),
  Fee: digits('0.002'),
  Net: digits('0.121456789012345677'),
  Network: 'Ethereum (local)',
  TemplateType: 'ToExternalEthereumAddress',
  Address: address,
  BankFields: [],
};
beforeEach(() => exchange.use(answering('GetWithdrawConfirmation', open)));

const path = '/confirm-withdraw?verifycode=the-code&UserId=17';
const button = () => screen.findByRole('button', { name: 'Confirm withdrawal' });

// covers: routes.7, confirm-withdraw.1, confirm-withdraw.2
test('opening the page confirms nothing; pressing the button does', async () => {
  exchange.use(answering('ConfirmWithdraw', { result: true, errormsg: null, errorcode: 0, detail: null }));
  const { user } = renderPage(<ConfirmWithdrawPage />, { path });
  const confirm = await button();
  expect(findRequests('ConfirmWithdraw')).toEqual([]);
  await user.click(confirm);
  expect(await screen.findByText('Withdrawal confirmed')).toBeInTheDocument();
  expect(findRequests('ConfirmWithdraw')).toEqual([{ VerifyCode: 'the-code', UserId: '17' }]);
  expect(screen.getByRole('link', { name: 'Back to withdraw' })).toHaveAttribute('href', '/ramping/withdraw');
  // The button that had the focus is gone, so the heading has it.
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

// covers: confirm-withdraw.1, confirm-withdraw.3
test('a used or old link shows an error', async () => {
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

test('amount, fee, net amount, network and the whole address are shown above the button, to the last digit', async () => {
  renderPage(<ConfirmWithdrawPage />, { path });
  await button();
  expect(findRequests('GetWithdrawConfirmation')).toEqual([{ UserId: '17', VerifyCode: 'the-code' }]);
  for (const [label, value] of [
    ['Amount', '0.123456789012345677'],
    ['Fee', '0.002'],
    ['Receiver gets', '0.121456789012345677'],
    ['Network', 'Ethereum (local)'],
    ['Destination', address],
  ] as const)
    expect(screen.getByText(label).nextSibling?.textContent?.replaceAll(/\s/g, '')).toContain(
      value.replaceAll(/\s/g, ''),
    );
});

test('a bank account is shown with its bank, its masked number and its holder’s masked document', async () => {
  exchange.use(
    answering('GetWithdrawConfirmation', {
      ...open,
      Product: 'COP',
      Amount: digits('250000'),
      TemplateType: 'CopBankTransfer',
      Network: 'Bank transfer (Colombia)',
      Address: null,
      BankFields: [
        { Name: 'BankName', Value: 'Bancolombia', Code: '1007' },
        { Name: 'AccountType', Value: 'Savings', Code: 'savings' },
        { Name: 'Number', Value: '••••8901', Code: null },
        { Name: 'DocumentNumber', Value: '••••4050', Code: null },
      ],
    }),
  );
  renderPage(<ConfirmWithdrawPage />, { path });
  await button();
  for (const text of ['Bancolombia', 'Savings', '••••8901', '••••4050'])
    expect(screen.getByText(text)).toBeInTheDocument();
});

test.each([
  ['Confirmed', 'Already confirmed'],
  ['Expired', 'This link has expired'],
  ['Ended', 'This withdrawal has ended'],
])('a code that is %s shows an error and offers no button', async (State, title) => {
  exchange.use(answering('GetWithdrawConfirmation', { State, ...closed }));
  renderPage(<ConfirmWithdrawPage />, { path });
  expect(await screen.findByText(title)).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('no button is shown until the details of the withdrawal are loaded', async () => {
  exchange.use(http.all('*/AP/GetWithdrawConfirmation', () => Response.error()));
  const { user } = renderPage(<ConfirmWithdrawPage />, { path });
  const retry = await screen.findByRole('button', { name: 'Retry' });
  expect(screen.queryByRole('button', { name: 'Confirm withdrawal' })).not.toBeInTheDocument();
  exchange.use(answering('GetWithdrawConfirmation', open));
  await user.click(retry);
  expect(await button()).toBeInTheDocument();
});

test('a code unknown to the exchange shows an error', async () => {
  exchange.use(
    answering('GetWithdrawConfirmation', {
      result: false,
      errormsg: 'Operation Failed',
      errorcode: 101,
      detail: 'Invalid or expired code',
    }),
  );
  renderPage(<ConfirmWithdrawPage />, { path });
  expect(await screen.findByText('something went wrong')).toBeInTheDocument();
});

test('without a code, as after Back or a reload, nothing is claimed about the money', async () => {
  renderPage(<ConfirmWithdrawPage />, { path: '/confirm-withdraw?UserId=17' });
  expect(await screen.findByText('Nothing to confirm here')).toBeInTheDocument();
  expect(screen.queryByText(/money/i)).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Back to withdraw' })).toHaveAttribute('href', '/ramping/withdraw');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
