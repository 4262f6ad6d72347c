import { Toaster } from '@salar/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { api } from '../../../api/api.ts';
import {
  account,
  answering,
  digits,
  exchange,
  position,
  products,
  provider,
  findRequests,
  ticket,
} from '../../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../../api/testing/render-page.tsx';
import { WithdrawPage } from './withdraw-page.tsx';

useFakeExchange();

const ethereum = provider(2, 'ETH_NODE', 'ToExternalEthereumAddress', 'Ethereum (local)');
const receiver = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const bitcoinAddress = 'bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x';

const types = (...list: object[]) =>
  answering('GetWithdrawFormTemplateTypes', { TemplateTypes: list, result: true });
const template = answering('GetWithdrawTemplate', {
  Template: '{"TemplateType":"ToExternalEthereumAddress","Comment":"","ExternalAddress":""}',
  result: true,
});
const fee = answering('GetWithdrawFee', { FeeAmount: digits('0.0005'), TicketAmount: digits('0') });
const limit = (text: string, more: object = {}) =>
  answering('GetVerificationLevelConfig', {
    Products: [{ ProductId: products.ETH, DailyWithdrawLimit: digits(text), ...more }],
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

// covers: routes.11, withdraw.26
test('a withdrawal is reviewed with the whole address, sent once, and confirmed by e-mail', async () => {
  exchange.use(
    types(ethereum),
    answering('CreateWithdrawTicket', { result: true, errorcode: 0, detail: 'the-code' }),
  );
  exchange.use(template, fee);
  const { user } = renderPage(
    <>
      <WithdrawPage />
      <Toaster />
    </>,
    { state: { productId: products.ETH } },
  );
  await fill(user, '0.5');
  await user.click(await screen.findByRole('button', { name: 'Review withdrawal' }));
  const dialog = await screen.findByRole('dialog', { name: 'Confirm your withdrawal' });
  expect(dialog).toHaveTextContent('0.4995 ETH');
  expect(dialog).toHaveTextContent('Ethereum (local)');
  expect(dialog.querySelector('[data-address]')).toHaveAttribute('data-address', receiver);
  const confirm = screen.getByRole('button', { name: 'Send 0.50 ETH' });
  await waitFor(() => expect(confirm).toBeEnabled());
  await user.dblClick(confirm);

  expect(
    await screen.findByRole('heading', { name: 'One step left: confirm it by e-mail' }),
  ).toBeInTheDocument();
  expect(screen.getByText(/maria@example.com/)).toBeInTheDocument();
  expect(findRequests('CreateWithdrawTicket')).toEqual([
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

test('the headline of the receipt is in view and has the focus, and no toast repeats it', async () => {
  exchange.use(
    types(ethereum),
    answering('CreateWithdrawTicket', { result: true, errorcode: 0, detail: 'the-code' }),
  );
  exchange.use(template, fee);
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  const { user } = renderPage(
    <>
      <WithdrawPage />
      <Toaster />
    </>,
    { state: { productId: products.ETH } },
  );
  await fill(user, '0.5');
  await user.click(await screen.findByRole('button', { name: 'Review withdrawal' }));
  const confirm = await screen.findByRole('button', { name: 'Send 0.50 ETH' });
  await waitFor(() => expect(confirm).toBeEnabled());
  // Toasts of other tests may still be visible.
  const findToasts = () => [...document.querySelectorAll('[data-sonner-toast]')];
  const earlier = new Set(findToasts());
  await user.click(confirm);
  const headline = await screen.findByRole('heading', { name: 'One step left: confirm it by e-mail' });
  expect(scrolled.mock.contexts).toContain(headline);
  scrolled.mockRestore();
  // Longer than the sheet needs to close and return the focus.
  await act(async () => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(headline).toHaveFocus();
  const later = findToasts().filter((toast) => !earlier.has(toast));
  expect(later.map((toast) => toast.textContent)).toEqual([]);
});

test('the asset passed by another page replaces an old draft, and no old amount or address returns with it', async () => {
  exchange.use(types(ethereum));
  const keep = (name: string, value: unknown) =>
    sessionStorage.setItem(`draft.${name}`, JSON.stringify({ value, handOver: null }));
  keep('ramping.canWithdraw', products.BTC);
  keep(`withdraw.${products.ETH}.amount`, '0.75');
  keep(`withdraw.${products.ETH}.receiver`, { ExternalAddress: receiver });
  renderWithdraw();
  expect(await amountField()).toHaveValue('');
  expect(await addressInput()).toHaveValue('');
  expect(screen.getByRole('button', { name: /^Asset/ })).toHaveTextContent('ETH');
});

// covers: withdraw.3
test('MAX is exactly the available balance', async () => {
  exchange.use(types(ethereum));
  const { user } = renderWithdraw();
  await user.click(await screen.findByRole('button', { name: 'MAX' }));
  expect(await amountField()).toHaveValue('1.234567890123456789');
});

// covers: withdraw.3
test.each([
  ['daily', { DailyWithdrawLeft: digits('0.829'), MonthlyWithdrawLeft: digits('5') }, '0.829'],
  ['monthly', { DailyWithdrawLeft: digits('0.829'), MonthlyWithdrawLeft: digits('0.5') }, '0.5'],
])('MAX is the rest of the %s limit where that is less, and shows it', async (name, left, most) => {
  exchange.use(types(ethereum), limit('9', { MonthlyWithdrawLimit: digits('9'), ...left }));
  const { user } = renderWithdraw();
  await screen.findByText('0.829 ETH');
  await user.click(await screen.findByRole('button', { name: 'MAX' }));
  expect(await amountField()).toHaveValue(most);
  expect(await screen.findByText(new RegExp(`left of your ${name} limit`))).toBeInTheDocument();
  expect(formButton()).not.toHaveTextContent(/Over your/);
});

// covers: withdraw.14
test('the balance is checked before the daily limit, each with its own message', async () => {
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

// covers: withdraw.22
test('without a daily limit any available amount passes', async () => {
  exchange.use(types(ethereum), limit('-1'));
  const { user } = renderWithdraw();
  expect(await screen.findAllByText('Unlimited')).toHaveLength(2);
  await fill(user, '1.2');
  expect(await screen.findByRole('button', { name: 'Review withdrawal' })).toBeEnabled();
});

// covers: withdraw.16
test('an amount that the fee would use up is refused', async () => {
  exchange.use(types(ethereum));
  const { user } = renderWithdraw();
  await user.type(await amountField(), '0.0005');
  expect(await screen.findByText(/nothing would arrive/)).toBeInTheDocument();
  expect(screen.queryByText(/-0|−0/)).not.toBeInTheDocument();
  expect(screen.getByText('Total receive').nextSibling).toHaveTextContent('—');
  expect(formButton()).toHaveTextContent('The fee is higher than the amount');
});

test('an address of another network blocks the form', async () => {
  exchange.use(types(ethereum));
  const { user } = renderWithdraw();
  await fill(user, '0.5', bitcoinAddress);
  expect(
    await screen.findByText('This looks like an address of Bitcoin, but the network is Ethereum (local)'),
  ).toBeInTheDocument();
  expect(formButton()).toHaveTextContent('Check the receiver');
});

test('an address shows a warning until money has been sent there before', async () => {
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

// covers: overlay.1
test('below level 1 the form cannot be reached', async () => {
  exchange.use(answering('GetAccountInfo', account(0)), types(ethereum));
  renderWithdraw();
  expect(await screen.findByText('Verify your identity first')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'MAX' })).not.toBeInTheDocument();
});

test('the rest of the daily and of the monthly limit is shown and compared with the amount', async () => {
  exchange.use(
    types(ethereum),
    limit('1', {
      DailyWithdrawLeft: digits('0.75'),
      MonthlyWithdrawLimit: digits('9'),
      MonthlyWithdrawLeft: digits('0.5'),
    }),
  );
  const { user } = renderWithdraw();
  expect(await screen.findByText('0.75 ETH')).toBeInTheDocument();
  await user.type(await amountField(), '0.8');
  expect(
    await screen.findByText('Of your daily limit of 1.00 ETH only 0.75 ETH is left'),
  ).toBeInTheDocument();
  expect(formButton()).toHaveTextContent('Over your daily limit');
  await user.clear(await amountField());
  await user.type(await amountField(), '0.6');
  expect(
    await screen.findByText('Of your monthly limit of 9.00 ETH only 0.50 ETH is left'),
  ).toBeInTheDocument();
  expect(formButton()).toHaveTextContent('Over your monthly limit');
});

test('after a lost answer the request is repeated with the same key, and there is one ticket', async () => {
  const keys: (string | null)[] = [];
  exchange.use(
    types(ethereum),
    http.all('*/AP/CreateWithdrawTicket', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      return keys.length === 1
        ? HttpResponse.error()
        : HttpResponse.json({ result: true, errorcode: 0, detail: 'the-code' });
    }),
  );
  const { user } = renderWithdraw();
  await fill(user, '0.5');
  await send(user, 'Send 0.50 ETH');
  expect(
    await screen.findByText(/We do not know yet whether the withdrawal was accepted/),
  ).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'View in history' })).toHaveAttribute(
    'href',
    '/dashboard?asset=2&history=withdrawals',
  );
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  expect(await screen.findByText('One step left: confirm it by e-mail')).toBeInTheDocument();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
});

test('after a clear refusal the next withdrawal has a new key', async () => {
  const keys: (string | null)[] = [];
  exchange.use(
    types(ethereum),
    http.all('*/AP/CreateWithdrawTicket', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      return HttpResponse.json({ result: false, errorcode: 101, detail: 'Insufficient Balance' });
    }),
  );
  const { user } = renderWithdraw();
  for (const _time of [1, 2]) {
    await fill(user, '0.5');
    await send(user, 'Send 0.50 ETH');
    expect(await screen.findByText(/There is not enough balance/)).toBeInTheDocument();
  }
  expect(new Set(keys).size).toBe(2);
});

const infos = (...list: object[]) => answering('GetAccountWithdrawInfos', list);
const ledger = {
  AccountWithdrawInfoId: 'info-1',
  ProductId: products.ETH,
  ProductName: 'ETH',
  Name: 'wallet:My ledger:Ethereum (local)',
  AccountIdentifier: receiver,
  Verified: true,
};

// covers: withdraw.28, withdraw.49
test('a saved destination of this network fills the form; those of others are not offered', async () => {
  exchange.use(
    types(ethereum),
    infos(
      ledger,
      { ...ledger, AccountWithdrawInfoId: 'info-2', Name: 'wallet:Elsewhere:Polygon (local)' },
      { ...ledger, AccountWithdrawInfoId: 'info-3', ProductId: products.BTC, Name: 'wallet:Coins:Bitcoin' },
    ),
    answering('CreateWithdrawTicket', { result: true, errorcode: 0, detail: 'the-code' }),
  );
  const { user } = renderWithdraw();
  await user.click(await screen.findByRole('radio', { name: /My ledger/ }));
  expect(screen.getByText('Verified')).toBeInTheDocument();
  expect(screen.queryByRole('radio', { name: /Elsewhere|Coins/ })).not.toBeInTheDocument();
  expect(screen.queryByLabelText(/^Wallet address/)).not.toBeInTheDocument();
  await user.type(await amountField(), '0.5');
  await user.click(await screen.findByRole('button', { name: 'Review withdrawal' }));
  const dialog = await screen.findByRole('dialog', { name: 'Confirm your withdrawal' });
  expect(dialog).toHaveTextContent('My ledger');
  expect(dialog.querySelector('[data-address]')).toHaveAttribute('data-address', receiver);
  const confirm = screen.getByRole('button', { name: 'Send 0.50 ETH' });
  await waitFor(() => expect(confirm).toBeEnabled());
  await user.click(confirm);
  await waitFor(() => expect(findRequests('CreateWithdrawTicket')).toHaveLength(1));
  expect(JSON.parse(String(findRequests('CreateWithdrawTicket')[0]?.['TemplateForm']))).toMatchObject({
    ExternalAddress: receiver,
  });
});

// covers: withdraw.29, withdraw.30, withdraw.31, withdraw.32
test('a new address is saved under its label and network, and is selected on return', async () => {
  const saved: object[] = [];
  exchange.use(
    types(ethereum),
    answering('GetAccountWithdrawInfos', () => saved),
    answering('CreateAccountWithdrawInfo', (body) => {
      saved.push({ ...ledger, ...body, AccountWithdrawInfoId: 'info-9', Verified: false });
      return { result: true, errorcode: 0, detail: 'info-9' };
    }),
  );
  const { user } = renderWithdraw();
  await user.click(await screen.findByRole('button', { name: 'Save an address' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add an address for ETH' }));
  await user.click(dialog.getByRole('button', { name: 'Save address' }));
  expect(await dialog.findByText('Please fill in the wallet name and the address')).toBeInTheDocument();
  await user.type(dialog.getByLabelText('Wallet name'), 'Cold-1');
  expect(await dialog.findByText('Use only letters, digits and spaces')).toBeInTheDocument();
  await user.type(dialog.getByLabelText('Wallet address'), 'garbage');
  await user.click(dialog.getByRole('button', { name: 'Save address' }));
  expect(dialog.queryByText('Please fill in the wallet name and the address')).not.toBeInTheDocument();
  await user.clear(dialog.getByLabelText('Wallet address'));
  await user.clear(dialog.getByLabelText('Wallet name'));
  await user.type(dialog.getByLabelText('Wallet name'), 'Billetera fría 1');
  await user.click(dialog.getByLabelText('Wallet address'));
  await user.paste(receiver);
  await user.type(dialog.getByLabelText(/^Comment/), 'Rent of May');
  await user.click(dialog.getByRole('button', { name: 'Save address' }));
  expect(await screen.findByRole('radio', { name: /Billetera fría 1/ })).toBeChecked();
  expect(screen.getByText('Not confirmed yet')).toBeInTheDocument();
  expect(findRequests('CreateAccountWithdrawInfo')).toEqual([
    {
      OMSId: 1,
      AccountId: 31,
      ProductId: products.ETH,
      Name: 'wallet:Billetera fría 1:Ethereum (local)',
      AccountIdentifier: receiver,
    },
  ]);
  // A saved address has no comment: the typed one belongs to this withdrawal.
  expect(screen.getByLabelText(/^Comment/)).toHaveValue('Rent of May');
});

const pix = provider(12, 'BRL_FIAT_PIX', 'BrlPix', 'Pix');
const ted = provider(13, 'BRL_FIAT_TED', 'BrlTed', 'TED');
const bankTemplates = answering('GetWithdrawTemplate', (body) => ({
  Template: JSON.stringify(
    body['TemplateType'] === 'BrlPix'
      ? { TemplateType: 'BrlPix', PixKey: '', TaxIdNumber: '', Comment: '' }
      : {
          TemplateType: 'BrlTed',
          BankName: [{ Code: '260', Name: 'Nubank' }],
          AccountType: [
            { Code: 'checking', Name: 'Checking account' },
            { Code: 'savings', Name: 'Savings account' },
          ],
          Number: '',
          TaxIdNumber: '',
          Comment: '',
        },
  ),
  result: true,
}));

/** COP represents any currency of a bank. */
function renderBank() {
  exchange.use(
    types(pix, ted),
    bankTemplates,
    answering('GetWithdrawFee', { FeeAmount: digits('100') }),
    answering('GetAccountPositions', [position('COP', '50000.55')]),
  );
  return renderPage(<WithdrawPage />, { state: { productId: products.COP } });
}

test('a bank transfer has the fields of the template, checks each, and shows all of them before it is sent', async () => {
  exchange.use(answering('CreateWithdrawTicket', { result: true, errorcode: 0, detail: 'the-code' }));
  const { user } = renderBank();
  await user.type(await amountField(), '10000');
  await user.type(await screen.findByLabelText('Pix key'), 'ana@example.com');
  await user.type(screen.getByLabelText('CPF or CNPJ'), '52998224726');
  await user.tab();
  expect(await screen.findByText('A digit is wrong: the check digits do not match')).toBeInTheDocument();
  expect(formButton()).toHaveTextContent('Check the receiver');
  await user.clear(screen.getByLabelText('CPF or CNPJ'));
  await user.type(screen.getByLabelText('CPF or CNPJ'), '52998224725');
  await user.tab();
  expect(screen.getByLabelText('CPF or CNPJ')).toHaveValue('529.982.247-25');
  expect(await screen.findByText(/never sent COP to this account/)).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Review withdrawal' }));
  const dialog = await screen.findByRole('dialog', { name: 'Confirm your withdrawal' });
  expect(dialog).toHaveTextContent('ana@example.com');
  expect(dialog).toHaveTextContent('529.982.247-25');
  expect(dialog).toHaveTextContent('9,900.00 COP');
  const confirm = screen.getByRole('button', { name: 'Send 10,000.00 COP' });
  await waitFor(() => expect(confirm).toBeEnabled());
  await user.click(confirm);
  expect(await screen.findByText('One step left: confirm it by e-mail')).toBeInTheDocument();
  expect(findRequests('CreateWithdrawTicket')[0]).toMatchObject({
    AccountProviderId: 12,
    TemplateType: 'BrlPix',
    Amount: '10000',
    TemplateForm: JSON.stringify({
      TemplateType: 'BrlPix',
      PixKey: 'ana@example.com',
      TaxIdNumber: '529.982.247-25',
      Comment: '',
    }),
  });
});

// covers: withdraw.8, withdraw.9
test('another payment system has its own fields, with translated choices', async () => {
  const { user } = renderBank();
  await user.type(await screen.findByLabelText('Pix key'), 'ana@example.com');
  await user.click(screen.getByRole('button', { name: /Payment system/ }));
  await user.click(await screen.findByRole('option', { name: 'TED' }));
  expect(await screen.findByLabelText('Branch and account')).toHaveValue('');
  expect(screen.queryByLabelText('Pix key')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /Account type/ }));
  expect(await screen.findByRole('option', { name: 'Savings' })).toBeInTheDocument();
});

test('pesos are withdrawn in whole units: cents are refused and MAX leaves them', async () => {
  const breb = provider(11, 'COP_FIAT_BREB', 'CopBreB', 'Bre-B');
  exchange.use(
    types(breb),
    answering('GetWithdrawTemplate', {
      Template: JSON.stringify({ TemplateType: 'CopBreB', Number: '', Comment: '' }),
      result: true,
    }),
    fee,
    answering('GetAccountPositions', [position('COP', '50000.55')]),
  );
  const { user } = renderPage(<WithdrawPage />, { state: { productId: products.COP } });
  await screen.findByLabelText('Bre-B key');
  await user.type(await amountField(), '100.5');
  expect(
    await screen.findByText('This payment system takes whole amounts only, without cents'),
  ).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'MAX' }));
  expect(await amountField()).toHaveValue('50000');
});

// covers: withdraw.35, withdraw.36, withdraw.38
test('a bank account is saved with the fields of its template', async () => {
  const saved: object[] = [];
  exchange.use(
    answering('GetAccountWithdrawInfos', () => saved),
    answering('CreateAccountWithdrawInfo', (body) => {
      saved.push({ ...body, ProductName: 'COP', AccountWithdrawInfoId: 'info-9', Verified: false });
      return { result: true, errorcode: 0, detail: 'info-9' };
    }),
  );
  const { user } = renderBank();
  await user.click(await screen.findByRole('button', { name: 'Add a bank account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a bank account' }));
  await dialog.findByLabelText('Pix key');
  await user.click(dialog.getByRole('button', { name: 'Save bank account' }));
  expect(await dialog.findByText('Please fill all required fields')).toBeInTheDocument();
  expect(dialog.getAllByText('This field is required.')).toHaveLength(2);
  await user.type(dialog.getByLabelText('Pix key'), 'ana@example.com');
  await user.type(dialog.getByLabelText('CPF or CNPJ'), '529.982.247-26');
  await user.click(dialog.getByRole('button', { name: 'Save bank account' }));
  // A filled field with an error reports it in one sentence.
  expect(await dialog.findByText(/A digit is wrong/)).toBeInTheDocument();
  expect(dialog.queryByText('Please fill all required fields')).not.toBeInTheDocument();
  await user.clear(dialog.getByLabelText('CPF or CNPJ'));
  await user.type(dialog.getByLabelText('CPF or CNPJ'), '529.982.247-25');
  await user.click(dialog.getByRole('button', { name: 'Save bank account' }));
  // The last characters of the key identify it.
  expect(await screen.findByRole('radio', { name: /\.com/ })).toBeChecked();
  const [request] = findRequests('CreateAccountWithdrawInfo');
  expect(request?.['Name']).toMatch(/^bank:\d+$/);
  expect(JSON.parse(String(request?.['AccountIdentifier']))).toEqual({
    PixKey: 'ana@example.com',
    TaxIdNumber: '529.982.247-25',
  });
});

// covers: withdraw.39
test('a refused bank account shows the reason and stays in the form', async () => {
  exchange.use(
    infos(),
    answering('CreateAccountWithdrawInfo', {
      result: false,
      errormsg: 'Operation Failed',
      errorcode: 101,
      detail: 'Destination is saved already',
    }),
  );
  const { user } = renderBank();
  await user.click(await screen.findByRole('button', { name: 'Add a bank account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a bank account' }));
  await user.type(await dialog.findByLabelText('Pix key'), 'ana@example.com');
  await user.type(dialog.getByLabelText('CPF or CNPJ'), '529.982.247-25');
  await user.click(dialog.getByRole('button', { name: 'Save bank account' }));
  expect(
    await dialog.findByText('The bank account was not added. Destination is saved already'),
  ).toBeInTheDocument();
  expect(dialog.getByLabelText('Pix key')).toHaveValue('ana@example.com');
});

test('an open withdrawal shows its steps and is canceled after a confirmation', async () => {
  let status = 'Pending2Fa';
  exchange.use(
    types(ethereum),
    answering('GetWithdrawTickets', () => [
      ticket(9, 'ETH', '0.5', status, { TemplateForm: JSON.stringify({ ExternalAddress: receiver }) }),
    ]),
    answering('CancelWithdraw', () => {
      status = 'UserCanceled';
      return { result: true, errorcode: 0, detail: 'code-9' };
    }),
  );
  const { user } = renderWithdraw();
  expect(await screen.findByText('Withdrawals on their way')).toBeInTheDocument();
  expect(screen.getByText('Requested, done')).toBeInTheDocument();
  expect(screen.getByText('Confirmed by e-mail, next')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Cancel withdrawal: 0.50 ETH' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Cancel this withdrawal?' }));
  expect(findRequests('CancelWithdraw')).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Cancel withdrawal' }));
  expect(await screen.findByText('Canceled by you')).toBeInTheDocument();
  expect(findRequests('CancelWithdraw')).toEqual([
    { OMSId: 1, UserId: 17, AccountId: 31, RequestCode: 'code-9' },
  ]);
  expect(screen.queryByRole('button', { name: /^Cancel withdrawal: / })).not.toBeInTheDocument();
});

test('a withdrawal on its way cannot be canceled; one that has just been sent reports that', async () => {
  exchange.use(
    types(ethereum),
    answering('GetWithdrawTickets', [
      ticket(8, 'ETH', '1', 'Submitted'),
      ticket(9, 'ETH', '0.5', 'Accepted'),
    ]),
    answering('CancelWithdraw', {
      result: false,
      errormsg: 'Operation Failed',
      errorcode: 101,
      detail: 'Withdraw ticket already processed',
    }),
  );
  const { user } = renderWithdraw();
  const cancels = await screen.findAllByRole('button', { name: /^Cancel withdrawal: / });
  expect(cancels.map((button) => button.getAttribute('aria-label'))).toEqual(['Cancel withdrawal: 0.50 ETH']);
  await user.click(screen.getByRole('button', { name: /^Cancel withdrawal: / }));
  await user.click(await screen.findByRole('button', { name: 'Cancel withdrawal' }));
  expect(
    await screen.findByText('It is too late: the withdrawal is already on its way.'),
  ).toBeInTheDocument();
});

describe('the receipt', () => {
  const created = answering('CreateWithdrawTicket', { result: true, errorcode: 0, detail: 'code-9' });
  const ticketIn = (status: string, more: object = {}) =>
    ticket(9, 'ETH', '0.5', status, {
      TemplateForm: JSON.stringify({
        TemplateType: 'ToExternalEthereumAddress',
        ExternalAddress: receiver,
      }),
      ...more,
    });

  test.each([
    ['Pending2Fa', 'One step left: confirm it by e-mail'],
    ['Confirmed2Fa', 'Confirmed. We are checking it'],
    ['AdminProcessing', 'Confirmed. We are checking it'],
    ['Delayed', 'Your withdrawal is on hold'],
    ['AutoAccepted', 'Your withdrawal was accepted'],
    ['Accepted', 'Your withdrawal was accepted'],
    ['SystemProcessing', 'Your withdrawal is being sent'],
    ['Submitted', 'Your withdrawal is on its way'],
    ['Confirmed', 'Your withdrawal is on its way'],
    ['FullyProcessed', 'Your withdrawal has arrived'],
    ['Rejected', 'Your withdrawal was refused'],
    ['Failed', 'Your withdrawal failed'],
    ['Expired', 'Your withdrawal expired'],
    ['UserCanceled', 'Your withdrawal was canceled'],
    ['AdminCanceled', 'Your withdrawal was canceled'],
  ])('follows its ticket: %s shows "%s"', async (status, headline) => {
    exchange.use(types(ethereum), created);
    const { user, store } = renderWithdraw();
    await fill(user, '0.5');
    await send(user, 'Send 0.50 ETH');
    await screen.findByText('One step left: confirm it by e-mail');
    exchange.use(answering('GetWithdrawTickets', [ticketIn(status)]));
    store.dispatch(api.util.invalidateTags([{ type: 'WithdrawTickets', id: 'withdrawals' }]));
    expect(await screen.findByText(headline)).toBeInTheDocument();
    if (status !== 'Pending2Fa') expect(screen.queryByText(/nothing has left/)).not.toBeInTheDocument();
  });

  test('shows amount, network and address once', async () => {
    exchange.use(types(ethereum), created, answering('GetWithdrawTickets', [ticketIn('Pending2Fa')]));
    const { user } = renderWithdraw();
    await fill(user, '0.5');
    await send(user, 'Send 0.50 ETH');
    await screen.findByText('One step left: confirm it by e-mail');
    expect(await screen.findByRole('button', { name: /^Cancel withdrawal: / })).toBeInTheDocument();
    expect(screen.getAllByText('0.50 ETH')).toHaveLength(1);
    expect(screen.getAllByText('Ethereum (local)')).toHaveLength(1);
    expect(document.querySelectorAll('[data-address]')).toHaveLength(1);
    // Of a customer without a second factor.
    expect(screen.getByRole('link', { name: 'Turn it on' })).toHaveAttribute('href', '/settings/security');
  });
});

test('F37 one that waits because the level fell says what to do, and a new one as well', async () => {
  const waiting = ticket(9, 'ETH', '0.9', 'AdminProcessing', { RejectReason: 'Verification level too low' });
  exchange.use(
    types(ethereum),
    answering('GetWithdrawTickets', [waiting]),
    answering('CreateWithdrawTicket', {
      result: false,
      errormsg: 'Operation Failed',
      errorcode: 101,
      detail: 'Identity must be verified again',
    }),
  );
  const { user } = renderWithdraw();
  expect(await screen.findByText(/^Your verification level no longer allows it/)).toBeInTheDocument();
  expect(screen.queryByText(/You do not need to do anything/)).not.toBeInTheDocument();
  await fill(user, '0.5');
  await send(user, 'Send 0.50 ETH');
  expect(
    await screen.findByText(/Your identity must be verified again before you withdraw/),
  ).toBeInTheDocument();
});

test('the last three withdrawals that ended stay on the page, newest first', async () => {
  exchange.use(
    types(ethereum),
    answering('GetWithdrawTickets', [
      ticket(9, 'ETH', '0.9', 'FullyProcessed'),
      ticket(8, 'BTC', '0.8', 'Rejected'),
      ticket(7, 'ETH', '0.7', 'FullyProcessed'),
      ticket(6, 'ETH', '0.6', 'Expired'),
    ]),
  );
  renderWithdraw();
  expect(await screen.findByRole('heading', { name: 'Latest withdrawals' })).toBeInTheDocument();
  const listed = screen.getAllByText(/^0\.\d+ (ETH|BTC)$/).map((one) => one.textContent);
  expect(listed).toEqual(['0.90 ETH', '0.80 BTC', '0.70 ETH']);
});

test('on a phone a button leads from the form to the last withdrawals', async () => {
  exchange.use(
    types(ethereum),
    answering('GetWithdrawTickets', [ticket(12, 'ETH', '0.2', 'FullyProcessed')]),
  );
  const { user } = renderWithdraw();
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  await user.click(await screen.findByRole('button', { name: 'Latest withdrawals' }));
  const list = screen.getByRole('heading', { name: 'Latest withdrawals' });
  expect(document.activeElement).toContainElement(list);
  expect(scrolled.mock.contexts).toContain(document.activeElement);
  scrolled.mockRestore();
});

test('a destination that was confirmed in another tab is shown as confirmed on return', async () => {
  let Verified = false;
  exchange.use(
    types(ethereum),
    answering('GetAccountWithdrawInfos', () => [
      {
        AccountWithdrawInfoId: 'info-1',
        ProductId: products.ETH,
        ProductName: 'ETH',
        Name: 'wallet:Ledger:Ethereum (local)',
        AccountIdentifier: receiver,
        Verified,
      },
    ]),
  );
  renderWithdraw();
  expect(await screen.findByText('Not confirmed yet')).toBeInTheDocument();
  Verified = true;
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expect(await screen.findByText('Verified')).toBeInTheDocument();
});

test('without a connection nothing can be sent', async () => {
  exchange.use(types(ethereum));
  const { user } = renderWithdraw();
  await fill(user, '0.5');
  await screen.findByRole('button', { name: 'Review withdrawal' });
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => {
    window.dispatchEvent(new Event('offline'));
  });
  expect(await screen.findByRole('button', { name: 'You are offline' })).toBeDisabled();
  online.mockRestore();
});

async function send(user: UserEvent, name: string) {
  await user.click(await screen.findByRole('button', { name: 'Review withdrawal' }));
  const confirm = await screen.findByRole('button', { name });
  await waitFor(() => expect(confirm).toBeEnabled());
  await user.click(confirm);
}
