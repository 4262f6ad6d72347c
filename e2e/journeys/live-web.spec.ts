/** An open page receives updates: a price, a balance and a deposit change without a reload, also after a restart. */
import { isDeepStrictEqual } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { freePort, startServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { createTranslate } from '../support/translations.ts';

const t = createTranslate('en');
const demo = { userName: 'demo', password: 'Demo-2026!' };

test('prices, balances and deposits update without a reload, also after a restart of the server', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const port = await freePort();
  let server = await startServer({ port });
  try {
    const api = await new Api(server.url).signIn(demo.userName, demo.password);
    const counts = countedCalls(page);
    const followed = accountFollowed(page);
    await page.goto(`${server.url}/signin`);
    const { UserId } = (await api.call('GetUserInfo')) as { UserId: string };
    const session = JSON.stringify({ userId: Number(UserId), sessionToken: api.token });
    await page.evaluate((value) => localStorage.setItem('app.user.v1', value), session);
    await page.goto(`${server.url}/dashboard`);
    const bitcoin = readFigures(page, 'BTC');
    await expect(bitcoin.amount).toBeVisible();
    await followed;
    // Data from before the account was followed is requested once more.
    await expect
      .poll(async () => {
        const before = { ...counts };
        await page.waitForTimeout(2_000);
        return isDeepStrictEqual(counts, before);
      })
      .toBe(true);

    await test.step('a trade on another device changes price and balance without a request', async () => {
      const before = { ...counts };
      const [amount, price] = [await bitcoin.amount.innerText(), await bitcoin.price.innerText()];
      await api.call('SendOrder', {
        OMSId: 1,
        AccountId: await readAccountId(api),
        InstrumentId: await findInstrumentId(api, 'BTCUSDT'),
        Side: 1,
        OrderType: 1,
        Quantity: '0.001',
        TimeInForce: 3,
      });
      await expect(bitcoin.amount).not.toHaveText(amount, { useInnerText: true });
      await expect(bitcoin.price).not.toHaveText(price, { useInnerText: true });
      expect(counts.GetAccountPositions).toBe(before.GetAccountPositions);
      expect(counts.GetLevel1Summary).toBe(before.GetLevel1Summary);
    });

    await test.step('while the server is unavailable the page says so and keeps its figures', async () => {
      const { dataDir } = server;
      await server.stop();
      await expect(page.getByText(t('shell.reconnecting'))).toBeVisible({ timeout: 30_000 });
      await expect(bitcoin.amount).toBeVisible();
      server = await startServer({ port, dataDir });
      await expect(page.getByText(t('shell.reconnecting'))).toBeHidden({ timeout: 60_000 });
      await expect(page).toHaveURL(/\/dashboard/);
    });

    await test.step('a deposit shows as it is confirmed', async () => {
      const ether = readFigures(page, 'ETH').amount;
      const amount = await ether.innerText();
      const ask = {
        OMSId: 1,
        AccountId: await readAccountId(api),
        ProductId: await findProductId(api, 'ETH'),
      };
      const info = (await api.call('GetDepositInfo', { ...ask, GenerateNewKey: false })) as {
        DepositInfo: string;
      };
      const [address] = JSON.parse(info.DepositInfo) as string[];
      await api.local('faucet', { network: 'Ethereum (local)', address, product: 'ETH', amount: '0.25' });
      await expect(ether).not.toHaveText(amount, { useInnerText: true, timeout: 60_000 });
    });
  } finally {
    await server.stop();
  }
});

/** Counts the page's HTTP requests for a call. */
function countedCalls(page: Page) {
  const counts = { GetAccountPositions: 0, GetLevel1Summary: 0 };
  page.on('request', (request) => {
    const name = new URL(request.url()).pathname.replace('/AP/', '');
    if (name in counts) counts[name as keyof typeof counts] += 1;
  });
  return counts;
}

/** Resolves when the page's socket follows the account. */
function accountFollowed(page: Page): Promise<void> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"n":"SubscribeAccountEvents"')) resolve();
      });
    });
  });
}

/** Reads balance and price in an asset's row. */
function readFigures(page: Page, symbol: string): { readonly amount: Locator; readonly price: Locator } {
  const cell = (column: number) =>
    page
      .getByRole('row', { name: new RegExp(symbol) })
      .locator('td')
      .nth(column)
      .locator('.num')
      .first();
  return { amount: cell(1), price: cell(2) };
}

async function readAccountId(api: Api): Promise<number> {
  return Number(((await api.call('GetUserInfo')) as { AccountId: string }).AccountId);
}

async function findInstrumentId(api: Api, symbol: string): Promise<number> {
  const rows = (await api.call('GetInstruments', { OMSId: 1 })) as { Symbol: string; InstrumentId: string }[];
  return Number(rows.find((row) => row.Symbol === symbol)?.InstrumentId);
}

async function findProductId(api: Api, symbol: string): Promise<number> {
  const rows = (await api.call('GetProducts', { OMSId: 1 })) as { Product: string; ProductId: string }[];
  return Number(rows.find((row) => row.Product === symbol)?.ProductId);
}
