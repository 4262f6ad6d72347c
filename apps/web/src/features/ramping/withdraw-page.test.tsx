import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import {
  account,
  answering,
  digits,
  exchange,
  products,
  provider,
  requestsOf,
  ticket,
} from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { WithdrawPage } from './withdraw-page.tsx';

useFakeExchange();

const ethereum = provider(2, 'ETH_NODE', 'ToExternalEthereumAddress', 'Ethereum (local)');
const bank = provider(9, 'COP_FIAT', 'Standard', 'Bank transfer');
const receiver = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const bitcoinAddress = 'bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x';

const types = (...list: object[]) =>
  answering('GetWithdrawFormTemplateTypes', { TemplateTypes: list, result: true });
const template = answering('GetWithdrawTemplate', {
  Template: '{"TemplateType":"ToExternalEthereumAddress","Comment":"","ExternalAddress":""}',
  result: true,
});
const fee = answering('GetWithdrawFee', { FeeAmount: digits('0.0005'), TicketAmount: digits('0') });
const limit = (text: string) =>
  answering('GetVerificationLevelConfig', {
    Products: [{ ProductId: products.ETH, DailyWithdrawLimit: digits(text) }],
  });

function renderWithdraw() {
  exchange.use(template, fee);
  return renderPage(<WithdrawPage />, { state: { productId: products.ETH } });
}

const amountField = () => screen.findByLabelText('Amount');
const addressInput = () => screen.findByLabelText(/^Wallet address/);
const formButton = () => {
  const button = document.querySelector('button[type=submit]');
  if (!button) throw new Error('the form has no button');
  return button;
};

async function fill(user: UserEvent, amount: string, address = receiver) {
  await user.type(await amountField(), amount);
  await user.click(await addressInput());
  await user.paste(address);
}

test('a withdrawal is reviewed with the whole address, sent once, and confirmed by e-mail', async () => {
  exchange.use(
    types(ethereum),
    answering('CreateWithdrawTicket', { result: true, errorcode: 0, detail: 'the-code' }),
  );
  const { user } = renderWithdraw();
  await fill(user, '0.5');
  await user.click(await screen.findByRole('button', { name: 'Review withdrawal' }));
  const dialog = await screen.findByRole('dialog', { name: 'Confirm your withdrawal' });
  expect(dialog).toHaveTextContent('0.4995 ETH');
  expect(dialog).toHaveTextContent('Ethereum (local)');
  expect(dialog.querySelector('[data-address]')).toHaveAttribute('data-address', receiver);
  const confirm = screen.getByRole('button', { name: 'Send 0.50 ETH' });
  await waitFor(() => expect(confirm).toBeEnabled());
  await user.dblClick(confirm);

  expect(await screen.findByText('One step left: confirm it by e-mail')).toBeInTheDocument();
  expect(screen.getByText(/maria@example.com/)).toBeInTheDocument();
  expect(requestsOf('CreateWithdrawTicket')).toEqual([
    {
      OMSId: 1,
      AccountId: 31,
      ProductId: products.ETH,
      AccountProviderId: 2,
      TemplateType: 'ToExternalEthereumAddress',
      TemplateForm: JSON.stringify({
        TemplateType: 'ToExternalEthereumAddress',
        Comment: '',
        ExternalAddress: receiver,
      }),
      Amount: '0.5',
    },
  ]);
});

test('MAX is exactly what is available', async () => {
  exchange.use(types(ethereum));
  const { user } = renderWithdraw();
  await user.click(await screen.findByRole('button', { name: 'MAX' }));
  expect(await amountField()).toHaveValue('1.234567890123456789');
});

test('the balance is checked before the daily limit, each in its words', async () => {
  exchange.use(types(ethereum), limit('0.8'));
  const { user } = renderWithdraw();
  await user.type(await amountField(), '2');
  expect(await screen.findByText('Amount exceeds your available balance')).toBeInTheDocument();
  expect(formButton()).toBeDisabled();
  await user.clear(await amountField());
  await user.type(await amountField(), '0.9');
  expect(await screen.findByText('The amount exceeds your daily limit of 0.80 ETH')).toBeInTheDocument();
  expect(formButton()).toHaveTextContent('Over your daily limit');
});

test('an unlimited day lets any available amount pass', async () => {
  exchange.use(types(ethereum), limit('-1'));
  const { user } = renderWithdraw();
  expect(await screen.findByText('Unlimited')).toBeInTheDocument();
  await fill(user, '1.2');
  expect(await screen.findByRole('button', { name: 'Review withdrawal' })).toBeEnabled();
});

test('an amount that the fee eats up is refused', async () => {
  exchange.use(types(ethereum));
  const { user } = renderWithdraw();
  await user.type(await amountField(), '0.0005');
  expect(await screen.findByText(/nothing would arrive/)).toBeInTheDocument();
  expect(formButton()).toHaveTextContent('The fee is higher than the amount');
});

test('an address of another network blocks', async () => {
  exchange.use(types(ethereum));
  const { user } = renderWithdraw();
  await fill(user, '0.5', bitcoinAddress);
  expect(
    await screen.findByText('This looks like a Bitcoin address, but the network is Ethereum (local)'),
  ).toBeInTheDocument();
  expect(formButton()).toHaveTextContent('Check the address');
});

test('an address is warned about until money has gone there before', async () => {
  exchange.use(
    types(ethereum),
    answering('GetWithdrawTickets', [
      ticket(1, 'ETH', '1', 'FullyProcessed', {
        TemplateForm: JSON.stringify({ ExternalAddress: receiver }),
      }),
    ]),
  );
  const { user } = renderWithdraw();
  await user.click(await addressInput());
  await user.paste('0x52908400098527886E0F7030069857D2E4169EE7');
  expect(await screen.findByText(/You have never sent ETH to this address/)).toBeInTheDocument();
  await user.clear(await addressInput());
  await user.paste(receiver);
  await waitFor(() => expect(screen.queryByText(/You have never sent ETH/)).not.toBeInTheDocument());
});

test('a refusal is repeated in the form with its reason', async () => {
  exchange.use(
    types(ethereum),
    answering('CreateWithdrawTicket', {
      result: false,
      errormsg: 'Operation Failed',
      errorcode: 101,
      detail: 'Insufficient Balance',
    }),
  );
  const { user } = renderWithdraw();
  await fill(user, '0.5');
  await user.click(await screen.findByRole('button', { name: 'Review withdrawal' }));
  const confirm = await screen.findByRole('button', { name: 'Send 0.50 ETH' });
  await waitFor(() => expect(confirm).toBeEnabled());
  await user.click(confirm);
  expect(
    await screen.findByText('The withdrawal was not made and no money moved. There is not enough balance.'),
  ).toBeInTheDocument();
  expect(await amountField()).toHaveValue('');
});

test('a bank is listed but cannot be chosen yet', async () => {
  exchange.use(types(bank));
  renderPage(<WithdrawPage />, { state: { productId: products.COP } });
  expect(await screen.findByText('Bank withdrawals are not available yet')).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: /Bank/ })).toBeDisabled();
  expect(formButton()).toBeDisabled();
});

test('below level 1 the form is out of reach', async () => {
  exchange.use(answering('GetAccountInfo', account(0)), types(ethereum));
  renderWithdraw();
  expect(await screen.findByText('Verify your identity first')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'MAX' })).not.toBeInTheDocument();
});
