/** The preselections, choices, sums and messages of deposit and withdraw. */
import { screen, waitFor, within } from '@testing-library/react';
import { Toaster } from '@salar/ui';
import { expect, test } from 'vitest';
import {
  answering,
  digits,
  exchange,
  position,
  products,
  provider,
} from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { buildBankInfoName } from '../../api/records/withdraw-info.ts';
import { isBank, isWithdrawNetwork, readTemplateTypes } from '../../api/records/template-type.ts';
import { DepositPage } from './deposit/deposit-page.tsx';
import { groupByMethod } from './method.ts';
import { WithdrawPage } from './withdraw/withdraw-page.tsx';

useFakeExchange();

const ethereum = provider(2, 'ETH_NODE', 'ToExternalEthereumAddress', 'Ethereum (local)');
const polygon = provider(3, 'POLYGON_NODE', 'ToExternalEthereumAddress', 'Polygon (local)');
const receiver = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const types = (...list: object[]) =>
  answering('GetWithdrawFormTemplateTypes', { TemplateTypes: list, result: true });
const template = answering('GetWithdrawTemplate', {
  Template: '{"TemplateType":"ToExternalEthereumAddress","Comment":"","ExternalAddress":""}',
  result: true,
});
const fee = answering('GetWithdrawFee', { FeeAmount: digits('0.0005'), TicketAmount: digits('0') });
const infos = answering('GetAccountWithdrawInfos', []);

function openWithdraw(productId: number | null = products.ETH) {
  exchange.use(template, fee, infos);
  return renderPage(
    <>
      <WithdrawPage />
      <Toaster />
    </>,
    productId === null ? {} : { state: { productId } },
  );
}
type User = ReturnType<typeof openWithdraw>['user'];
const formButton = () => {
  const button = document.querySelector('button[type=submit]');
  if (!button) throw new Error('the form has no button');
  return button;
};
const toasts = async () => within(await screen.findByRole('region', { name: /Notifications/ }));
async function paste(user: User, field: HTMLElement, text: string) {
  await user.click(field);
  await user.paste(text);
}
async function fill(user: User, amount: string) {
  await paste(user, await screen.findByLabelText('Amount'), amount);
  await paste(user, await screen.findByLabelText(/^Wallet address/), receiver);
}
async function sendHalf(user: User) {
  await fill(user, '0.5');
  await user.click(await screen.findByRole('button', { name: 'Review withdrawal' }));
  const confirm = await screen.findByRole('button', { name: 'Send 0.50 ETH' });
  await waitFor(() => expect(confirm).toBeEnabled());
  await user.click(confirm);
}
const refused = (errormsg: string | null, detail: string | null) => ({
  result: false,
  errormsg,
  errorcode: 101,
  detail,
});

// covers: routes.9
test('tabs switch between the two pages', async () => {
  exchange.use(types(ethereum));
  openWithdraw();
  const tabs = within(await screen.findByRole('navigation', { name: 'Deposit or withdraw' }));
  expect(tabs.getByRole('link', { name: 'Deposit' })).toHaveAttribute('href', '/ramping/deposit');
  expect(tabs.getByRole('link', { name: 'Withdraw' })).toHaveAttribute('href', '/ramping/withdraw');
  expect(tabs.getByRole('link', { name: 'Withdraw' })).toHaveAttribute('aria-current', 'page');
});

// covers: withdraw.1, withdraw.2
test('the first asset that can be withdrawn is selected, and its balance is shown', async () => {
  exchange.use(types(ethereum));
  openWithdraw(null);
  expect(await screen.findByRole('button', { name: 'Asset: BTC' })).toBeInTheDocument();
  expect(screen.getByText('Available: 0.40 BTC')).toBeInTheDocument();
});

// covers: withdraw.6, withdraw.7
test('several withdrawal networks are a choice, and the first is selected', async () => {
  exchange.use(types(ethereum, polygon));
  const { user } = openWithdraw();
  const choice = await screen.findByRole('button', { name: /Network/ });
  expect(choice).toHaveTextContent('Ethereum (local)');
  await user.click(choice);
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Ethereum (local)',
    'Polygon (local)',
  ]);
});

// covers: withdraw.4
test('a method that the asset does not have is disabled with the reason', async () => {
  exchange.use(types(ethereum));
  openWithdraw();
  expect(await screen.findByText('Not available for ETH')).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: /Bank/ })).toBeDisabled();
  expect(screen.getByRole('radio', { name: /Wallet/ })).toBeChecked();
});

// covers: withdraw.15
test('an asset without any method cannot be withdrawn', async () => {
  exchange.use(types());
  openWithdraw();
  expect(await screen.findByRole('button', { name: 'ETH cannot be withdrawn at the moment' })).toBeDisabled();
});

// covers: withdraw.11
test('the summary is total, fee and amount received', async () => {
  exchange.use(types(ethereum));
  const { user } = openWithdraw();
  await fill(user, '0.5');
  await screen.findByRole('button', { name: 'Review withdrawal' });
  const rows = [
    ['Total transaction', '0.50 ETH'],
    ['Fee', '0.0005 ETH'],
    ['Total receive', '0.4995 ETH'],
  ] as const;
  for (const [name, figure] of rows)
    expect(screen.getAllByText(name)[0]?.closest('div')).toHaveTextContent(new RegExp(`^${name}.*${figure}`));
});

// covers: withdraw.18
test('an incomplete form cannot be reviewed', async () => {
  exchange.use(types(ethereum));
  const { user } = openWithdraw();
  await paste(user, await screen.findByLabelText('Amount'), '0.5');
  await screen.findByLabelText(/^Wallet address/);
  await waitFor(() => expect(formButton()).toHaveTextContent('Enter the receiver'));
  expect(formButton()).toBeDisabled();
});

// covers: withdraw.21
test('above the daily limit a toast names the limit', async () => {
  exchange.use(
    types(ethereum),
    answering('GetVerificationLevelConfig', {
      Products: [{ ProductId: products.ETH, DailyWithdrawLimit: digits('0.8') }],
    }),
  );
  const { user } = openWithdraw();
  await paste(user, await screen.findByLabelText('Amount'), '0.9');
  expect(
    await (await toasts()).findByText('The amount exceeds your daily limit of 0.80 ETH'),
  ).toBeInTheDocument();
});

// covers: withdraw.24
test('a refusal shows message and detail', async () => {
  exchange.use(
    types(ethereum),
    answering('CreateWithdrawTicket', refused('Not today', 'The bank is closed')),
  );
  const { user } = openWithdraw();
  await sendHalf(user);
  // The page and its toast, which arrives a moment later.
  await waitFor(() =>
    expect(screen.getAllByText(/no money moved\. Not today: The bank is closed/)).toHaveLength(2),
  );
});

// covers: withdraw.23, withdraw.25
test('a refusal without a message is an unknown error, and the form is cleared', async () => {
  exchange.use(types(ethereum), answering('CreateWithdrawTicket', refused(null, null)));
  const { user } = openWithdraw();
  await sendHalf(user);
  // The page and its toast, which arrives a moment later.
  await waitFor(() => expect(screen.getAllByText(/no money moved\. Unknown error/)).toHaveLength(2));
  expect(screen.getByLabelText('Amount')).toHaveValue('');
  expect(screen.getByLabelText(/^Wallet address/)).toHaveValue('');
});

async function saveAddress(user: User) {
  await user.click(await screen.findByRole('button', { name: 'Save an address' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add an address for ETH' }));
  await paste(user, dialog.getByLabelText('Wallet name'), 'Cold 1');
  await paste(user, dialog.getByLabelText('Wallet address'), receiver);
  await user.click(dialog.getByRole('button', { name: 'Save address' }));
  return dialog;
}

// covers: withdraw.33, withdraw.34
test('a toast confirms a saved address; a refused one is also reported in the form', async () => {
  exchange.use(
    types(ethereum),
    answering('CreateAccountWithdrawInfo', refused('Address is saved already', null)),
  );
  const { user } = openWithdraw();
  const dialog = await saveAddress(user);
  expect(await dialog.findByText('The address was not saved. Address is saved already')).toBeInTheDocument();
  exchange.use(answering('CreateAccountWithdrawInfo', { result: true, errorcode: 0, detail: 'info-9' }));
  await user.click(dialog.getByRole('button', { name: 'Save address' }));
  expect(
    await (await toasts()).findByText('Address saved. Confirm it with the link in the e-mail we sent you.'),
  ).toBeInTheDocument();
});

/** COP represents any currency of a bank. */
async function saveBankAccount(answer: object) {
  exchange.use(
    types(provider(12, 'BRL_FIAT_PIX', 'BrlPix', 'Pix')),
    answering('CreateAccountWithdrawInfo', answer),
  );
  const { user } = openWithdraw(products.COP);
  exchange.use(
    answering('GetWithdrawTemplate', {
      Template: JSON.stringify({ TemplateType: 'BrlPix', PixKey: '', TaxIdNumber: '', Comment: '' }),
      result: true,
    }),
    answering('GetAccountPositions', [position('COP', '50000')]),
  );
  await user.click(await screen.findByRole('button', { name: 'Add a bank account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a bank account' }));
  await paste(user, await dialog.findByLabelText('Pix key'), 'ana@example.com');
  await paste(user, dialog.getByLabelText('CPF or CNPJ'), '529.982.247-25');
  await user.click(dialog.getByRole('button', { name: 'Save bank account' }));
  return dialog;
}

// covers: withdraw.37
test('a toast confirms a saved bank account', async () => {
  await saveBankAccount({ result: true, errorcode: 0, detail: 'info-9' });
  expect(
    await (
      await toasts()
    ).findByText('Bank account saved. Confirm it with the link in the e-mail we sent you.'),
  ).toBeInTheDocument();
});

// covers: withdraw.40
test('a bank account that is refused without a message is reported', async () => {
  const dialog = await saveBankAccount(refused(null, null));
  expect(await dialog.findByText('The bank account was not added. Please try again.')).toBeInTheDocument();
});

// covers: withdraw.36
test('a bank account is named by its number, or by the time', () => {
  expect(buildBankInfoName('12345678901', 1_700_000_000_000)).toBe('bank:12345678901');
  expect(buildBankInfoName('', 1_700_000_000_000)).toBe('bank:1700000000000');
});

// covers: withdraw.41
test('withdrawal providers are classified by their names', () => {
  const read = readTemplateTypes({
    TemplateTypes: [
      { AccountProviderId: '2', AccountProviderName: 'ETH_NODE', TemplateName: 'ToExternalEthereumAddress' },
      { AccountProviderId: '9', AccountProviderName: 'COP_FIAT_BANK', TemplateName: 'CopBankTransfer' },
      { AccountProviderId: '8', AccountProviderName: 'SOMETHING', TemplateName: 'Standard' },
    ],
  });
  const { bank, wallet } = groupByMethod(read, isWithdrawNetwork);
  expect([bank, wallet].map((list) => list.map(({ providerName }) => providerName))).toEqual([
    ['COP_FIAT_BANK'],
    ['ETH_NODE'],
  ]);
  expect(read.filter(isBank)).toHaveLength(1);
});

// covers: deposit.15
test('the first address of the answer is used', async () => {
  exchange.use(
    answering('GetDepositTemplateTypes', {
      TemplateTypes: [provider(2, 'ETH_NODE', 'WSAccountProvider_Ethereum', 'Ethereum (local)')],
      result: true,
    }),
    answering('GetDepositInfo', { DepositInfo: JSON.stringify([receiver, 'an older one']), result: true }),
  );
  renderPage(<DepositPage />);
  await waitFor(() =>
    expect(document.querySelector('[data-address]')?.getAttribute('data-address')).toBe(receiver),
  );
});
