/**
 * The main journey: a new customer signs up, is verified, receives crypto, swaps it and withdraws it, with real
 * components.
 */
import type { Page } from '@playwright/test';
import { createPublicClient, erc20Abi, http, parseUnits } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { Api } from '../support/api.ts';
import { applyByPointer } from '../support/identity-check.ts';
import { readQr } from '../support/read-qr.ts';
import { choose, chooseNetwork, signInAs } from '../support/screen-actions.ts';
import { expect, test } from '../support/test.ts';

const url = () => process.env['SALAR_E2E_URL'] ?? '';
const network = 'Ethereum (local)';
const password = 'Cielo-y-sal-7';

test.describe.configure({ mode: 'serial' });

// covers: confirm-withdraw.4, deposit.8, withdraw.27
test('a new customer goes from sign-up to a withdrawal that arrives, to the last unit', async ({ page }) => {
  test.setTimeout(240_000);
  const userName = `maria${Date.now()}`;
  const email = `${userName}@example.test`;
  const localApi = new Api(url());

  await test.step('signs up and sees the address of the mail', async () => {
    await page.goto(`${url()}/signup`);
    await page.getByLabel('Username').fill(userName);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Repeat password').fill(password);
    const submit = page.getByRole('button', { name: 'Create account' });
    await expect(submit).toBeDisabled();
    await page.getByRole('checkbox', { name: /terms/ }).press('Space');
    await page.getByRole('checkbox', { name: /privacy/ }).press('Space');
    await submit.click();
    await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
  });

  await test.step('cannot sign in before the e-mail is verified, then opens the link', async () => {
    await page
      .getByRole('link', { name: 'Go to login' })
      .or(page.getByRole('button', { name: 'Go to login' }))
      .click();
    await signInAs(page, { userName, password });
    await expect(page.getByText('Your e-mail address is not verified yet.')).toBeVisible();
    const mail = await localApi.mailTo(email, /./);
    const link = mail.links.find((one) => one.includes('/verify-email')) ?? '';
    await page.goto(sameOrigin(link));
    await expect(
      page.getByText('Your email has been verified successfully. You can now login to the exchange.'),
    ).toBeVisible();
    await page
      .getByRole('link', { name: 'Login' })
      .or(page.getByRole('button', { name: 'Login' }))
      .click();
  });

  await test.step('signs in to an empty dashboard', async () => {
    await signInAs(page, { userName, password });
    await expect(page).toHaveURL(/\/dashboard/);
    await expect(page.getByText('Total balance')).toBeVisible();
  });
  const api = await localApi.signIn(userName, password);
  const info = (await api.call('GetUserInfo')) as { UserId: string; AccountId: string };
  const accountId = Number(info.AccountId);
  const products = (await api.call('GetProducts', { OMSId: 1 })) as { Product: string; ProductId: string }[];
  const findProductId = (symbol: string) => products.find((one) => one.Product === symbol)?.ProductId ?? '';

  await test.step('is stopped at level 0, on screen and by the server', async () => {
    await page.goto(`${url()}/ramping/withdraw`);
    await expect(page.getByText('Verify your identity first')).toBeVisible();
    const refused = (await api.call('CreateWithdrawTicket', {
      OMSId: 1,
      AccountId: accountId,
      ProductId: findProductId('ETH'),
      Amount: '0.1',
      TemplateType: 'ToExternalEthereumAddress',
      TemplateForm: JSON.stringify({
        ExternalAddress: privateKeyToAddress(generatePrivateKey()),
        Comment: '',
      }),
    })) as { result: boolean; detail: string };
    expect(refused).toMatchObject({ result: false, detail: 'Verification level too low' });
  });

  await test.step('passes level 1 in the identity widget', async () => {
    await page.getByRole('link', { name: 'Verify my identity' }).click();
    await expect(page).toHaveURL(/\/settings\/verification/);
    await page.getByRole('button', { name: 'Start verification' }).click();
    await applyByPointer(page);
    await localApi.local('verification', { userName, level: 1 });
    await expect(
      page
        .getByText('Your identity is verified. Deposits and withdrawals are open.')
        .or(page.getByText('Verified').first())
        .first(),
    ).toBeVisible();
    expect((await api.call('GetAccountInfo', { OMSId: 1, UserId: info.UserId })) as object).toMatchObject({
      VerificationLevel: '1',
    });
  });

  let address = '';
  await test.step('gets an address that is the same as QR code, as text and when copied', async () => {
    await page.goto(`${url()}/ramping/deposit`);
    await choose(page, 'Asset', 'ETH');
    const shown = page.locator('[data-address]');
    await expect(shown).toBeVisible();
    address = (await shown.getAttribute('data-address')) ?? '';
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
    expect((await shown.textContent())?.replaceAll(/\s/g, '')).toBe(address);
    expect(await readQr(page.getByRole('img', { name: /QR code/ }))).toBe(address);
    const again = (await api.call('GetDepositInfo', {
      OMSId: 1,
      AccountId: accountId,
      ProductId: findProductId('ETH'),
      GenerateNewKey: false,
    })) as {
      DepositInfo: string;
    };
    expect(JSON.parse(again.DepositInfo)).toEqual([address]);
  });

  await test.step('receives 1.5 ETH: pending while the chain waits, available after the confirmations', async () => {
    await rpc('evm_setIntervalMining', [3600]);
    const sent = localApi.local('faucet', { network, address, product: 'ETH', amount: '1.5' });
    await expect.poll(() => isTransferWaiting(address)).toBe(true);
    await localApi.local('mine', { network, blocks: 1 });
    await sent;
    await expect.poll(() => depositStates(api, accountId)).toEqual(['1.5 Pending']);
    expect(await position(api, accountId, 'ETH')).toEqual({ amount: '0', hold: '0', pending: '1.5' });
    await page.goto(`${url()}/dashboard`);
    await expectDetail(page, 'ETH', { available: '0.00', hold: '0.00', pending: '1.50', total: '0.00' });
    await page.getByRole('tab', { name: 'Deposit state' }).click();
    await expect(page.getByRole('tabpanel').getByText('Waiting for confirmations').first()).toBeVisible();

    await rpc('evm_setIntervalMining', [2]);
    await expect
      .poll(() => depositStates(api, accountId), { timeout: 60_000 })
      .toEqual(['1.5 FullyProcessed']);
    expect(await position(api, accountId, 'ETH')).toEqual({ amount: '1.5', hold: '0', pending: '0' });
    await page.reload();
    await expectDetail(page, 'ETH', { available: '1.50', hold: '0.00', pending: '0.00', total: '1.50' });
    await page.getByRole('tab', { name: 'Deposit state' }).click();
    await expect(page.getByRole('tabpanel').getByText('Credited').first()).toBeVisible();
  });

  await test.step('is refused an amount above the balance, then swaps 0.5 ETH', async () => {
    await page.goto(`${url()}/swap`);
    await choose(page, 'Asset to pay with', 'ETH');
    await choose(page, 'Asset to receive', 'USDT');
    const pay = page.getByLabel('Amount to pay');
    await pay.fill('99');
    await expect(page.getByText('Not Enough Balance').first()).toBeVisible();
    await pay.fill('0.5');
    const receive = page.getByLabel('Amount to receive');
    await expect(receive).not.toHaveValue('');
    await page.getByRole('button', { name: 'Review swap' }).click();
    const review = page.getByRole('dialog').or(page.getByRole('alertdialog')).first();
    const promised = await receive.inputValue();
    // The fee is quoted shortly after the amount; the review shows it as soon as it is available.
    const feeIn = async () =>
      Number(/Fee, about\s*([\d.,]+)/.exec(await review.innerText())?.[1]?.replaceAll(',', '') ?? 0);
    await expect.poll(feeIn).toBeGreaterThan(0);
    const feeShown = await feeIn();
    await review.getByRole('button', { name: 'Swap 0.50 ETH' }).click();
    await expect(page.getByText('Your swap is done.').first()).toBeVisible();
    await expect(pay).toHaveValue('');
    await expect(receive).toHaveValue('');
    await expect
      .poll(() => position(api, accountId, 'ETH'))
      .toEqual({ amount: '1', hold: '0', pending: '0' });
    const got = Number((await position(api, accountId, 'USDT')).amount);
    const fees = (await api.call('GetAccountTransactions', {
      OMSId: 1,
      AccountId: accountId,
      TransactionTypes: ['Fee'],
      Depth: 50,
    })) as { DR: string }[];
    const charged = fees.reduce((sum, one) => sum + Number(one.DR), 0);
    expect(Math.abs(charged / feeShown - 1)).toBeLessThan(0.02);
    expect(Math.abs(got / Number(promised.replaceAll(',', '')) - 1)).toBeLessThan(0.02);
  });

  await test.step('sees the order in the history', async () => {
    const orders = (await api.call('GetOrders', {
      OMSId: 1,
      AccountId: accountId,
      StartIndex: 0,
      Limit: 10,
    })) as {
      OrderState: string;
      Side: string;
      QuantityExecuted: string;
    }[];
    expect(orders).toMatchObject([{ OrderState: 'FullyExecuted', Side: 'Sell', QuantityExecuted: '0.5' }]);
    await page.goto(`${url()}/dashboard`);
    await expectDetail(page, 'ETH', { available: '1.00', hold: '0.00', pending: '0.00', total: '1.00' });
    await expect(page.getByRole('tabpanel').getByText('Fully executed').first()).toBeVisible();
  });

  const receiver = privateKeyToAddress(generatePrivateKey());
  const before = await position(api, accountId, 'USDT');
  let fee = '';
  await test.step('requests to send 100 USDT; it is held until the mail is confirmed', async () => {
    await page.goto(`${url()}/ramping/withdraw`);
    await choose(page, 'Asset', 'USDT');
    await chooseNetwork(page, network);
    await page.getByRole('textbox', { name: 'Amount' }).fill('100');
    await page.getByRole('textbox', { name: 'Wallet address' }).fill(receiver);
    await page.getByRole('button', { name: 'Review withdrawal' }).click();
    await page.getByRole('button', { name: 'Send 100.00 USDT' }).click();
    await expect(page.getByText('One step left: confirm it by e-mail')).toBeVisible();
    const tickets = await withdrawals(api, accountId);
    expect(tickets).toMatchObject([{ Amount: '100', Status: 'Pending2Fa' }]);
    fee = tickets[0]?.FeeAmt ?? '';
    expect(await position(api, accountId, 'USDT')).toEqual({
      amount: before.amount,
      hold: '100',
      pending: '0',
    });
    await page.goto(`${url()}/dashboard`);
    await expectDetail(page, 'USDT', { hold: '100.00', pending: '0.00' });
    await page.getByRole('tab', { name: 'Withdraw state' }).click();
    await expect(page.getByRole('tabpanel').getByText('Awaiting e-mail confirmation').first()).toBeVisible();
  });

  await test.step('opening the mailed link does nothing; pressing the button does', async () => {
    const mail = await localApi.mailTo(email, /withdraw/i);
    expect(mail.text).toContain(receiver);
    await page.goto(sameOrigin(mail.links.find((one) => one.includes('/confirm-withdraw')) ?? ''));
    const confirm = page.getByRole('button', { name: 'Confirm withdrawal' });
    await expect(confirm).toBeVisible();
    expect(await withdrawals(api, accountId)).toMatchObject([{ Status: 'Pending2Fa' }]);
    await confirm.click();
    await expect(page.getByText('Withdrawal confirmed').first()).toBeVisible();
    await expect
      .poll(async () => (await withdrawals(api, accountId))[0]?.Status, { timeout: 60_000 })
      .toBe('FullyProcessed');
  });

  await test.step('the receiver has the amount minus the fee on the chain, and the books agree', async () => {
    const chain = await localChain();
    const token = chain.contracts['USDT'];
    if (token === undefined) throw new Error('the local chain has no USDT');
    const client = createPublicClient({ transport: http(chain.rpcUrl) });
    const received = await client.readContract({
      address: token,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [receiver],
    });
    expect(received).toBe(parseUnits('100', 6) - parseUnits(fee, 6));
    const after = await position(api, accountId, 'USDT');
    expect(after.hold).toBe('0');
    expect(parseUnits(after.amount, 6)).toBe(parseUnits(before.amount, 6) - parseUnits('100', 6));
    await page.goto(`${url()}/dashboard`);
    await expectDetail(page, 'USDT', { hold: '0.00', pending: '0.00' });
    await page.getByRole('tab', { name: 'Withdraw state' }).click();
    await expect(page.getByRole('tabpanel').getByText('Arrived').first()).toBeVisible();
  });

  await test.step('signs out', async () => {
    await page
      .getByRole('button', { name: new RegExp(userName) })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/signin/);
  });
});

type Figures = Partial<Record<'available' | 'hold' | 'pending' | 'total', string>>;

async function expectDetail(page: Page, symbol: string, figures: Figures): Promise<void> {
  await page.getByRole('button', { name: `Show ${symbol} details` }).click();
  const detail = page.getByRole('region', { name: `${symbol} details` });
  for (const [name, figure] of Object.entries(figures)) {
    const label = name[0]?.toUpperCase() + name.slice(1);
    await expect(detail.locator('dt', { hasText: label }).locator('..').locator('dd')).toContainText(figure);
  }
}

async function position(
  api: Api,
  accountId: number,
  symbol: string,
): Promise<{ amount: string; hold: string; pending: string }> {
  const positions = (await api.call('GetAccountPositions', { OMSId: 1, AccountId: accountId })) as {
    ProductSymbol: string;
    Amount: string;
    Hold: string;
    PendingDeposits: string;
  }[];
  const found = positions.find((one) => one.ProductSymbol === symbol);
  return { amount: found?.Amount ?? '', hold: found?.Hold ?? '', pending: found?.PendingDeposits ?? '' };
}

async function depositStates(api: Api, accountId: number): Promise<string[]> {
  const body = { OMSId: 1, OperatorId: 1, AccountId: accountId, StartIndex: 0, Limit: 10 };
  const tickets = (await api.call('GetDepositTickets', body)) as { Amount: string; Status: string }[];
  return tickets.map((one) => `${one.Amount} ${one.Status}`);
}

type LocalChain = { name: string; rpcUrl: string; contracts: Record<string, `0x${string}`> };

async function localChain(): Promise<LocalChain> {
  const status = (await (await fetch(`${url()}/local/status`)).json()) as { networks: LocalChain[] };
  const chain = status.networks.find((one) => one.name === network);
  if (chain === undefined) throw new Error(`there is no ${network}`);
  return chain;
}

/** Calls the local node directly. */
async function rpc(method: string, params: unknown[]): Promise<unknown> {
  const { rpcUrl } = await localChain();
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { error, result } = (await answer.json()) as { error?: { message: string }; result?: unknown };
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}

/** Whether a transfer to the address waits for the next block. Other journeys use the same chain at the same time. */
async function isTransferWaiting(address: string): Promise<boolean> {
  const { pending } = (await rpc('txpool_content', [])) as {
    pending: Record<string, Record<string, { to: string | null }>>;
  };
  return Object.values(pending)
    .flatMap((bySender) => Object.values(bySender))
    .some(({ to }) => to?.toLowerCase() === address.toLowerCase());
}

async function withdrawals(
  api: Api,
  accountId: number,
): Promise<{ Amount: string; FeeAmt: string; Status: string }[]> {
  const body = { OMSId: 1, OperatorId: 1, AccountId: accountId, StartIndex: 0, Limit: 10 };
  return (await api.call('GetWithdrawTickets', body)) as { Amount: string; FeeAmt: string; Status: string }[];
}

/** Mailed links carry the configured address; the journey may run on another port. */
function sameOrigin(link: string): string {
  const { pathname, search } = new URL(link);
  return url() + pathname + search;
}
