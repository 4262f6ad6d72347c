/** The trade page: an order placed by keyboard, changed and cancelled; and the same page on a phone. */
import type { Page } from '@playwright/test';
import { signInCustomer } from '../support/customers.ts';
import type { TestCustomer } from '../support/customers.ts';
import { seedSession, setAppearance } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

const url = () => process.env['SALAR_E2E_URL'] ?? '';
/** A unique price far below the market, so that the order rests. */
const price = '12345.67';
const newPrice = '12345.68';
let demo: TestCustomer;

test.beforeAll(async () => {
  demo = await signInCustomer(url(), { userName: 'demo', email: '', password: 'Demo-2026!' });
});

test('a trader places an order from the keyboard, finds it in the book, changes it and cancels it', async ({
  page,
}) => {
  const complaints = collectErrors(page);
  await setAppearance(page, 'dark', 'en');
  await seedSession(page, demo);
  await page.goto(`${url()}/trade?market=BTCUSDT`);
  const openOrder = (shown: string) =>
    page.getByRole('region', { name: 'Open orders' }).getByRole('row').filter({ hasText: shown });

  await test.step('the market is shown: book, chart and figures', async () => {
    await expect(
      page.getByRole('list', { name: 'Bids, best first' }).getByRole('button').first(),
    ).toBeVisible();
    await expect(page.getByRole('application', { name: /^Chart of BTC\/USDT/ })).toBeVisible();
    await expect(page.locator('canvas').first()).toBeVisible();
  });

  await test.step('B, price, quantity, Enter, confirm', async () => {
    await page.keyboard.press('b');
    await expect(page.getByLabel('Limit price')).toBeFocused();
    await page.keyboard.type(price);
    await page.keyboard.press('ArrowUp');
    await expect(page.getByLabel('Limit price')).toHaveValue(newPrice);
    await page.keyboard.press('ArrowDown');
    await page.getByLabel('Quantity', { exact: true }).fill('0.001');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Buy 0.001 BTC' }).click();
    await expect(openOrder('12,345.67')).toBeVisible();
  });

  await test.step('the price is changed', async () => {
    await openOrder('12,345.67')
      .getByRole('button', { name: /^Edit order/ })
      .click();
    await page.getByRole('dialog').getByLabel('Limit price').fill(newPrice);
    await page.getByRole('button', { name: 'Replace order' }).click();
    await expect(openOrder('12,345.68')).toBeVisible();
    await expect(openOrder('12,345.67')).toHaveCount(0);
  });

  await test.step('the exchange has it, and an order of a program appears without a reload', async () => {
    const own = { OMSId: 1, AccountId: demo.accountId };
    const orders = JSON.stringify(await demo.api.call('GetOpenOrders', own));
    expect(orders).toContain(`"Price":"${newPrice}"`);
    await demo.api.call('SendOrder', {
      ...own,
      InstrumentId: 1,
      Side: 0,
      OrderType: 2,
      Quantity: '0.001',
      LimitPrice: '12345.69',
    });
    await expect(openOrder('12,345.69')).toBeVisible();
  });

  await test.step('it is cancelled', async () => {
    for (const shown of ['12,345.68', '12,345.69']) {
      await openOrder(shown)
        .getByRole('button', { name: /^Cancel order/ })
        .click();
      await expect(openOrder(shown)).toHaveCount(0);
    }
  });

  await test.step('candles can be read as a table, and the depth is shown', async () => {
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await expect(page.getByRole('columnheader', { name: 'Close' })).toBeVisible();
    await page.getByText('Depth', { exact: true }).click();
    await expect(page.getByRole('img', { name: /^Depth of the market/ })).toBeVisible();
  });
  expect(complaints).toEqual([]);
});

test('an order until a date shows when it expires, and canceling one order of a pair cancels the other', async ({
  page,
}) => {
  const complaints = collectErrors(page);
  await setAppearance(page, 'light', 'en');
  await seedSession(page, demo);
  await page.goto(`${url()}/trade?market=BTCUSDT`);
  const openOrder = (shown: string) =>
    page.getByRole('region', { name: 'Open orders' }).getByRole('row').filter({ hasText: shown });
  const chooseType = async (name: RegExp) => {
    await page.getByRole('button', { name: /Order type/ }).click();
    await page.getByRole('option', { name }).click();
  };
  const send = async (name: string) => {
    await page.getByLabel('Quantity', { exact: true }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name }).click();
  };

  await test.step('a limit order until tomorrow', async () => {
    await page.getByLabel('Limit price', { exact: true }).fill('12345.71');
    await page.getByLabel('Quantity', { exact: true }).fill('0.001');
    await page.getByLabel('How long it stays').selectOption('GTD');
    await expect(page.getByText(/^Your time zone: /)).toBeVisible();
    await send('Buy 0.001 BTC');
    await expect(openOrder('12,345.71')).toContainText(/expires \w{3} \d+/);
    await openOrder('12,345.71')
      .getByRole('button', { name: /^Cancel order/ })
      .click();
    await expect(openOrder('12,345.71')).toHaveCount(0);
  });

  await test.step('a pair is placed, linked, and canceled as one', async () => {
    await chooseType(/^Limit and stop pair/);
    await page.getByLabel('Limit price', { exact: true }).fill('12345.72');
    await page.getByLabel('Stop price', { exact: true }).fill('912345.73');
    await page.getByLabel('Quantity', { exact: true }).fill('0.001');
    await send('Buy 0.001 BTC');
    await expect(openOrder('12,345.72')).toContainText(/OCO with \d+/);
    await expect(openOrder('912,345.73')).toContainText(/OCO with \d+/);
    await openOrder('12,345.72')
      .getByRole('button', { name: /^Cancel order \d+ and with it/ })
      .click();
    await expect(openOrder('12,345.72')).toHaveCount(0);
    await expect(openOrder('912,345.73')).toHaveCount(0);
  });
  expect(complaints).toEqual([]);
});

test('a visitor with a phone looks at a market and is led to sign in', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 780 }, hasTouch: true });
  const page = await context.newPage();
  const complaints = collectErrors(page);
  await setAppearance(page, 'light', 'es');
  await page.goto(`${url()}/trade`);
  await page.getByRole('tab', { name: 'Libro' }).tap();
  const bids = page.getByRole('list', { name: 'Compras, la mejor primero' });
  await bids.getByRole('button').first().tap();
  await page.getByRole('button', { name: /^Comprar/ }).tap();
  await expect(page.getByRole('heading', { name: 'Inicia sesión para operar' })).toBeVisible();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
  await page.getByRole('main').getByRole('link', { name: 'Iniciar sesión' }).tap();
  await expect(page).toHaveURL(/\/signin\?next=%2Ftrade/);
  expect(complaints).toEqual([]);
  await context.close();
});

/** Errors of the console, including violations of the content security policy. */
function collectErrors(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}
