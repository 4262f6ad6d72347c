/** Deposits and withdrawals over every rail in a browser; an operator handles the bank rails. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { createPublicClient, erc20Abi, http } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { registerCustomer } from '../support/customers.ts';
import type { TestCustomer } from '../support/customers.ts';
import { addOperator, runOperatorOrThrow } from '../support/operators.ts';
import { readQr } from '../support/read-qr.ts';
import { choose, chooseNetwork, signInAs } from '../support/screen-actions.ts';
import { sweepOnly } from '../support/sweep.ts';
import { expect, test } from '../support/test.ts';

const url = () => process.env['SALAR_E2E_URL'] ?? '';
const dataDir = () => process.env['SALAR_E2E_DATA_DIR'] ?? '';
const olga = () => process.env['SALAR_E2E_OPERATOR'] ?? '';
const operator = (...args: string[]) => runOperatorOrThrow(dataDir(), olga(), args);

const bankAccount = {
  BankName: '1007',
  AccountType: 'savings',
  Number: '12345678901',
  DocumentType: 'CC',
  DocumentNumber: '1020304050',
};

type Ticket = { readonly [name: string]: string };

test.describe.configure({ mode: 'default' });

test('bitcoin arrives on the private network, and leaves it to the last satoshi', async ({ page }) => {
  test.setTimeout(240_000);
  const customer = await arrive(page, 'satoshi');
  const address = await depositAddress(page, 'BTC');
  expect(address).toMatch(/^bcrt1q/);

  await test.step('a deposit counts its confirmations on the screen until it is credited', async () => {
    await customer.api.local('faucet', buildFaucetRequest('Bitcoin (local)', address, 'BTC', '0.05'));
    await expect(page.getByText('Latest BTC deposits')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('Credited').first()).toBeVisible({ timeout: 60_000 });
    expect(await available(customer, 'BTC')).toBe('0.05');
  });

  const receiver = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
  await test.step('an address of another network is refused', async () => {
    await page.goto(`${url()}/ramping/withdraw`);
    await choose(page, 'Asset', 'BTC');
    await amountField(page).fill('0.01000001');
    await page
      .getByRole('textbox', { name: 'Wallet address' })
      .fill('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
    await page.getByRole('button', { name: 'Review withdrawal' }).click();
    await page.getByRole('button', { name: 'Send 0.01000001 BTC' }).click();
    await expect(page.getByText(/The destination address is not valid/).first()).toBeVisible();
    expect(await available(customer, 'BTC')).toBe('0.05');
    await page.goto(`${url()}/ramping/withdraw`);
    await choose(page, 'Asset', 'BTC');
    await amountField(page).fill('0.01000001');
    await page.getByRole('textbox', { name: 'Wallet address' }).fill(receiver);
  });

  const ticket = await sendAndConfirm(page, customer, '0.01000001 BTC');
  await test.step('the chain pays exactly the amount less the fee', async () => {
    const done = await arrived(page, customer, ticket);
    const { TxId: txId } = JSON.parse(done['WithdrawTransactionDetails'] ?? '{}') as { TxId: string };
    const outputs = await bitcoinOutputs(customer, txId);
    expect(outputs).toContainEqual({ address: receiver, value: '0.00990001' });
    expect(await available(customer, 'BTC')).toBe('0.03999999');
  });
});

test('ether with eighteen decimals goes in and out digit for digit', sweepOnly, async ({ page }) => {
  test.setTimeout(240_000);
  const customer = await arrive(page, 'wei');
  const address = await depositAddress(page, 'ETH');
  await customer.api.local(
    'faucet',
    buildFaucetRequest('Ethereum (local)', address, 'ETH', '0.200000000000000003'),
  );
  await expect(page.getByText('Credited').first()).toBeVisible({ timeout: 60_000 });
  expect(await available(customer, 'ETH')).toBe('0.200000000000000003');

  const receiver = privateKeyToAddress(generatePrivateKey());
  await page.goto(`${url()}/ramping/withdraw`);
  await choose(page, 'Asset', 'ETH');
  await page.getByRole('button', { name: 'MAX' }).click();
  await expect(amountField(page)).toHaveValue('0.200000000000000003');
  await page.getByRole('textbox', { name: 'Wallet address' }).fill(receiver);
  const ticket = await sendAndConfirm(page, customer, '0.200000000000000003 ETH');
  await arrived(page, customer, ticket);
  const client = createPublicClient({
    transport: http((await chainNamed(customer, 'Ethereum (local)')).rpcUrl),
  });
  expect(await client.getBalance({ address: receiver })).toBe(198_000_000_000_000_003n);
  expect(await available(customer, 'ETH')).toBe('0');

  await test.step('the file of the trade report has the same digits', async () => {
    await page.goto(`${url()}/settings/trade-report`);
    await expect(page.getByText('0.200000000000000003').first()).toBeVisible();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/^trade-report-\d{4}-\d{2}-\d{2}\.csv$/);
    const lines = readFileSync(await file.path(), 'utf8')
      .replace('\uFEFF', '')
      .split('\r\n');
    expect(lines[0]).toBe('"Date","Type","Token","Amount","Price","Side","Status"');
    expect(lines.slice(1, 3).map((line) => line.split(',').slice(1, 4).join())).toEqual([
      '"withdrawal","ETH","0.200000000000000003"',
      '"deposit","ETH","0.200000000000000003"',
    ]);
  });
});

test(
  'the same dollar goes in and out over the second network, chosen by the customer',
  sweepOnly,
  async ({ page }) => {
    test.setTimeout(240_000);
    const customer = await arrive(page, 'polygon');
    await page.goto(`${url()}/ramping/deposit`);
    await choose(page, 'Asset', 'USDT');
    await chooseNetwork(page, 'Polygon (local)');
    const address = await shownAddress(page);
    await customer.api.local('faucet', buildFaucetRequest('Polygon (local)', address, 'USDT', '50.000001'));
    await expect(page.getByText('Credited').first()).toBeVisible({ timeout: 60_000 });

    const receiver = privateKeyToAddress(generatePrivateKey());
    await page.goto(`${url()}/ramping/withdraw`);
    await choose(page, 'Asset', 'USDT');
    await chooseNetwork(page, 'Polygon (local)');
    await amountField(page).fill('20.000001');
    await page.getByRole('textbox', { name: 'Wallet address' }).fill(receiver);
    const ticket = await sendAndConfirm(page, customer, '20.000001 USDT');
    await arrived(page, customer, ticket);
    const chain = await chainNamed(customer, 'Polygon (local)');
    const client = createPublicClient({ transport: http(chain.rpcUrl) });
    const token = chain.contracts['USDT'];
    if (token === undefined) throw new Error('the network carries no USDT');
    const paid = await client.readContract({
      address: token,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [receiver],
    });
    expect(paid).toBe(19_500_001n);
  },
);

test('pesos go to a bank account, and the customer follows every step of the operator', async ({ page }) => {
  test.setTimeout(240_000);
  const customer = await arrive(page, 'pesos');
  await paidIn(customer, 'COP_FIAT_BANK', '900000');
  await page.goto(`${url()}/ramping/withdraw`);
  await choose(page, 'Asset', 'COP');
  await amountField(page).fill('250000');
  await fillBankAccount(page);
  const ticket = await sendAndConfirm(page, customer, '250,000.00 COP');
  await followPayout(page, customer, ticket);
  expect(await available(customer, 'COP')).toBe('650000');
});

test('reais leave by Pix', sweepOnly, async ({ page }) => {
  test.setTimeout(240_000);
  const customer = await arrive(page, 'reais');
  await paidIn(customer, 'BRL_FIAT_PIX', '1000');
  await page.goto(`${url()}/ramping/withdraw`);
  await choose(page, 'Asset', 'BRL');
  await amountField(page).fill('120.55');
  await page.getByLabel('Pix key').fill('Ana.Souza@example.com');
  await page.getByLabel('CPF or CNPJ').fill('529.982.247-24');
  await page.getByLabel('CPF or CNPJ').blur();
  await expect(page.getByRole('button', { name: 'Review withdrawal' })).toHaveCount(0);
  await page.getByLabel('CPF or CNPJ').fill('529.982.247-25');
  const ticket = await sendAndConfirm(page, customer, '120.55 BRL');
  const { facts } = await operator('withdrawals', 'show', ticket['TicketNumber'] ?? '');
  expect(JSON.stringify(facts)).toContain('ana.souza@example.com');
  await followPayout(page, customer, ticket);
  expect(await available(customer, 'BRL')).toBe('879.45');
});

test('a withdrawal can be canceled until it is sent, and not after', sweepOnly, async ({ page }) => {
  test.setTimeout(300_000);
  await untouched(page);
  const customer = await arrive(page, 'undecided', 2);
  await paidIn(customer, 'COP_FIAT_BANK', '9000000');
  /** Requests and confirms it as another device would; the screens of that are checked above. */
  const askElsewhere = async (Amount: string) => {
    const TemplateType = 'CopBankTransfer';
    await customer.api.call('CreateWithdrawTicket', {
      OMSId: 1,
      AccountId: customer.accountId,
      ProductId: 5,
      AccountProviderId: 10,
      Amount,
      TemplateType,
      TemplateForm: JSON.stringify({ TemplateType, Comment: '', ...bankAccount }),
    });
    const link = new URL(await mailedLink(customer));
    const [UserId, VerifyCode] = ['UserId', 'verifycode'].map((name) => link.searchParams.get(name));
    await customer.api.call('ConfirmWithdraw', { UserId, VerifyCode });
  };
  const canceled = async () => {
    await cancelOnScreen(page);
    await expect.poll(() => newest(customer)).toMatchObject({ Status: 'UserCanceled' });
    expect(await available(customer, 'COP')).toBe('9000000');
  };
  const standsAt = async (status: string, text: string) => {
    await expect.poll(() => newest(customer)).toMatchObject({ Status: status });
    await page.goto(`${url()}/ramping/withdraw`);
    await expect(page.getByText(text).first()).toBeVisible();
  };

  await test.step('before the mail is confirmed', async () => {
    await page.goto(`${url()}/ramping/withdraw`);
    await choose(page, 'Asset', 'COP');
    await amountField(page).fill('100000');
    await fillBankAccount(page);
    await review(page, '100,000.00 COP');
    await expect(page.getByText(/Open it within 30 minutes to confirm/).first()).toBeVisible();
    await canceled();
  });
  await test.step('while it waits for the bank payout', async () => {
    await askElsewhere('100000');
    await standsAt('AutoAccepted', 'It will leave in a moment.');
    await canceled();
  });
  await test.step('while an operator reviews it', async () => {
    await askElsewhere('6000000');
    await standsAt('AdminProcessing', 'Our team reviews it before it leaves.');
    await canceled();
  });
  await test.step('after two operators have accepted it', async () => {
    await askElsewhere('6000000');
    await standsAt('AdminProcessing', 'Our team reviews it before it leaves.');
    const { TicketNumber: number = '' } = await newest(customer);
    const { facts } = await operator('withdrawals', 'accept', number);
    const second = await addOperator(dataDir(), olga(), `second${customer.accountId}`, 'risk');
    await runOperatorOrThrow(dataDir(), second, ['approve', facts['proposal'] ?? '']);
    await standsAt('Accepted', 'It will leave in a moment.');
    await canceled();
  });
  await test.step('but not once an operator has started the payout', async () => {
    await askElsewhere('100000');
    await standsAt('AutoAccepted', 'It will leave in a moment.');
    const { TicketNumber: number = '' } = await newest(customer);
    await operator('payout', 'start', number);
    await standsAt('SystemProcessing', 'It is being sent. It can no longer be canceled.');
    await expect(page.getByRole('button', { name: /^Cancel/ })).toHaveCount(0);
    await operator('payout', 'returned', number, '--reason', 'the bank is closed');
    await expect.poll(() => newest(customer)).toMatchObject({ Status: 'Failed' });
    expect(await available(customer, 'COP')).toBe('9000000');
  });
});

/** Creates a verified customer and signs in. */
async function arrive(page: Page, name: string, level = 1): Promise<TestCustomer> {
  const customer = await registerCustomer(url(), `${name}${Date.now()}`, level);
  await page.goto(`${url()}/signin`);
  await signInAs(page, customer);
  await expect(page).toHaveURL(/\/dashboard/);
  return customer;
}

/** Prevents pointer and keyboard events, which would trigger deferred work: everything must appear without them. */
async function untouched(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const later = window.setTimeout;
    const soon = (act: TimerHandler, ms = 0) => (ms < 10_000 ? later(act, ms) : 0);
    window.setTimeout = soon as typeof window.setTimeout;
  });
}

/** Reads the address on the deposit screen, and checks that QR code, text and API agree. */
async function depositAddress(page: Page, symbol: string): Promise<string> {
  await page.goto(`${url()}/ramping/deposit`);
  await choose(page, 'Asset', symbol);
  const address = await shownAddress(page);
  expect(await readQr(page.getByRole('img', { name: /QR code/ }))).toBe(address);
  return address;
}

async function shownAddress(page: Page): Promise<string> {
  const shown = page.locator('[data-address]');
  await expect(shown).toBeVisible();
  return (await shown.getAttribute('data-address')) ?? '';
}

function amountField(page: Page) {
  return page.getByRole('textbox', { name: 'Amount' });
}

async function pick(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: `Choose one ${label}`, exact: true }).click();
  await page.getByRole('option', { name: option }).first().click();
}

async function fillBankAccount(page: Page): Promise<void> {
  await pick(page, 'Bank', 'Bancolombia');
  await pick(page, 'Account type', /Savings/);
  await page.getByLabel('Account number').fill(bankAccount.Number);
  await pick(page, 'Document type', /Citizenship|CC/);
  await page.getByLabel('Document number').fill(bankAccount.DocumentNumber);
}

async function review(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: 'Review withdrawal' }).click();
  await page.getByRole('button', { name: `Send ${amount}` }).click();
  await expect(page.getByText('One step left: confirm it by e-mail')).toBeVisible();
}

/** Requests the withdrawal on the screen and confirms it by the mailed link; returns its ticket. */
async function sendAndConfirm(page: Page, customer: TestCustomer, amount: string): Promise<Ticket> {
  await review(page, amount);
  const ticket = await newest(customer);
  expect(ticket['Status']).toBe('Pending2Fa');
  await followMail(page, customer);
  return ticket;
}

async function followMail(page: Page, customer: TestCustomer): Promise<void> {
  const { pathname, search } = new URL(await mailedLink(customer));
  await page.goto(url() + pathname + search);
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await expect(page.getByText('Withdrawal confirmed').first()).toBeVisible();
}

/** Waits for the mail about the newest withdrawal. @returns its link */
async function mailedLink({ api, email }: TestCustomer): Promise<string> {
  const links = async () =>
    (await api.mailsTo(email))
      .flatMap((mail) => mail.links)
      .filter((link) => link.includes('/confirm-withdraw'));
  const earlierCount = (await withdrawals(api)).length;
  await expect.poll(async () => (await links()).length, { timeout: 30_000 }).toBe(earlierCount);
  const [link = ''] = await links();
  return link;
}

/** Waits on the withdraw screen until the ticket is complete. */
async function arrived(page: Page, customer: TestCustomer, ticket: Ticket): Promise<Ticket> {
  await page.goto(`${url()}/ramping/withdraw`);
  await expect
    .poll(async () => (await newest(customer))['Status'], { timeout: 90_000 })
    .toBe('FullyProcessed');
  const done = await newest(customer);
  expect(done['TicketNumber']).toBe(ticket['TicketNumber']);
  return done;
}

/** Makes the payout as the operator, and checks what the customer sees meanwhile. */
async function followPayout(page: Page, customer: TestCustomer, ticket: Ticket): Promise<void> {
  const number = ticket['TicketNumber'] ?? '';
  await page.goto(`${url()}/ramping/withdraw`);
  const card = page.getByRole('listitem').filter({ hasText: 'Receives' }).first();
  await expect(card.getByText('Accepted', { exact: true }).first()).toBeVisible({ timeout: 30_000 });
  await operator('payout', 'start', number);
  await expect(card.getByText('Being sent', { exact: true })).toBeVisible({ timeout: 30_000 });
  await operator('payout', 'sent', number, '--reference', `BANK-${number}`);
  await expect(card.getByText('Sent', { exact: true }).first()).toBeVisible({ timeout: 30_000 });
  await expect(card.getByText(`BANK-${number}`)).toBeVisible();
  await operator('payout', 'settled', number);
  await expect.poll(() => newest(customer)).toMatchObject({ Status: 'FullyProcessed' });
  await page.goto(`${url()}/dashboard`);
}

async function cancelOnScreen(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Cancel (the )?withdrawal/ })
    .first()
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel withdrawal' }).click();
  await expect(
    page.getByText('Withdrawal canceled. The amount is back in your balance.').first(),
  ).toBeVisible();
}

async function paidIn(
  { userName, accountId }: TestCustomer,
  provider: string,
  amount: string,
): Promise<void> {
  const line = ['--provider', provider, '--customer', userName, '--amount', amount];
  await operator('bank', 'credit', ...line, '--reference', `IN-${provider}-${accountId}`);
}

async function newest({ api, accountId }: TestCustomer): Promise<Ticket> {
  const body = { OMSId: 1, OperatorId: 1, AccountId: accountId, StartIndex: 0, Limit: 1 };
  const [ticket = {}] = (await api.call('GetWithdrawTickets', body)) as Ticket[];
  return ticket;
}

async function withdrawals(api: TestCustomer['api']): Promise<Ticket[]> {
  const { AccountId: accountId } = (await api.call('GetUserInfo', {})) as Ticket;
  const body = { OMSId: 1, OperatorId: 1, AccountId: Number(accountId), StartIndex: 0, Limit: 100 };
  return (await api.call('GetWithdrawTickets', body)) as Ticket[];
}

/** Returns the available balance as text of a customer with nothing on hold. */
async function available({ api, accountId }: TestCustomer, symbol: string): Promise<string> {
  const rows = (await api.call('GetAccountPositions', { OMSId: 1, AccountId: accountId })) as Ticket[];
  const row = rows.find((one) => one['ProductSymbol'] === symbol);
  expect(row?.['Hold']).toBe('0');
  return row?.['Amount'] ?? '';
}

function buildFaucetRequest(network: string, address: string, product: string, amount: string) {
  return { network, address, product, amount };
}

type Chain = { name: string; rpcUrl: string; contracts: Record<string, `0x${string}`> };

async function chainNamed({ api }: TestCustomer, name: string): Promise<Chain> {
  const status = (await (await fetch(`${api.url}/local/status`)).json()) as { networks: Chain[] };
  const chain = status.networks.find((one) => one.name === name);
  if (chain === undefined) throw new Error(`there is no ${name}`);
  return chain;
}

/** Reads the outputs of a transaction from the node; amounts are the node's own text. */
async function bitcoinOutputs(
  customer: TestCustomer,
  txId: string,
): Promise<readonly { address: string; value: string }[]> {
  const { username, password, origin } = new URL((await chainNamed(customer, 'Bitcoin (local)')).rpcUrl);
  const answer = await fetch(origin, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ id: 1, method: 'getrawtransaction', params: [txId, true] }),
  });
  const { result } = (await answer.json()) as {
    result: { vout: { value: number; scriptPubKey: { address?: string; addresses?: string[] } }[] };
  };
  return result.vout.map(({ value, scriptPubKey }) => ({
    address: scriptPubKey.address ?? scriptPubKey.addresses?.[0] ?? '',
    value: value.toFixed(8),
  }));
}
