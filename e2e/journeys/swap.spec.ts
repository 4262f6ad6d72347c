/** A swap in a real market: quoted from the book, limited, with a receipt; and one whose response is lost. */
import type { Page } from '@playwright/test';
import { createCustomerWithEther } from '../support/create-customer-with-ether.ts';
import type { TestCustomer } from '../support/customers.ts';
import { choose } from '../support/screen-actions.ts';
import { seedSession, setAppearance } from '../support/screens.ts';
import { sweepOnly } from '../support/sweep.ts';
import { expect, test } from '../support/test.ts';

const url = () => process.env['SALAR_E2E_URL'] ?? '';
const ether = 2;
const review = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).first();
let customer: TestCustomer;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  customer = await createCustomerWithEther(url(), 'swap', '2');
});

async function openSwap(page: Page): Promise<void> {
  await setAppearance(page, 'light', 'en');
  await seedSession(page, customer);
  await page.goto(`${url()}/swap`);
  await choose(page, 'Asset to pay with', 'ETH');
  await choose(page, 'Asset to receive', 'USDT');
}

async function agree(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Amount to pay').fill(amount);
  await page.getByRole('button', { name: 'Review swap' }).click();
  await expect(review(page)).toContainText('Worst price');
  await review(page)
    .getByRole('button', { name: /^Swap / })
    .click();
}

const readEther = async (): Promise<string> => {
  const positions = (await customer.api.call('GetAccountPositions', {
    OMSId: 1,
    AccountId: customer.accountId,
  })) as { ProductId: string; Amount: string }[];
  return positions.find(({ ProductId }) => Number(ProductId) === ether)?.Amount ?? '0';
};

test('a swap ends in a receipt, whose history link marks its line, also after a reload', async ({ page }) => {
  await openSwap(page);
  await agree(page, '0.5');
  const receipt = page.getByRole('status').filter({ hasText: 'Your swap is done.' });
  await expect(receipt).toContainText('0.50 ETH');
  await expect(receipt).toContainText('Reference');
  const reference = /Reference(\d+)/.exec((await receipt.innerText()).replaceAll('\n', ''))?.[1];
  await page.getByRole('link', { name: 'View in history' }).click();
  await expect(page).toHaveURL(new RegExp(`line=order-${reference}`));
  const marked = page.locator('[aria-current="true"]').filter({ hasText: 'ETH/USDT' });
  await expect(marked).toBeInViewport();
  await page.reload();
  await expect(marked).toBeInViewport();
});

test('more than the market can fill cannot be sent', sweepOnly, async ({ page }) => {
  await openSwap(page);
  await page.getByRole('button', { name: 'Reverse the swap' }).click();
  await page.getByLabel('Amount to receive').fill('90000000');
  await expect(page.getByRole('button', { name: /^The market takes .* USDT at most now$/ })).toBeDisabled();
});

test('a swap whose response is lost resolves automatically into its receipt', async ({ page }) => {
  await openSwap(page);
  const before = await readEther();
  await page.route('**/AP/SendOrder', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
    await page.unroute('**/AP/SendOrder');
  });
  await agree(page, '0.1');
  await expect(page.getByText('We do not know yet')).toBeVisible();
  await expect(page.getByText('Your swap is done.')).toBeVisible();
  expect(Number(before) - Number(await readEther())).toBeCloseTo(0.1, 9);
});

test(
  'a swap that never reached the exchange resolves automatically, and is not sent later',
  sweepOnly,
  async ({ page }) => {
    await openSwap(page);
    const before = await readEther();
    let late: (() => Promise<{ status: () => number }>) | undefined;
    await page.route('**/AP/SendOrder', async (route) => {
      const request = route.request();
      late = () =>
        page.request.post(request.url(), { headers: request.headers(), data: request.postData() ?? '' });
      await route.abort('connectionreset');
      await page.unroute('**/AP/SendOrder');
    });
    await agree(page, '0.1');
    await expect(page.getByText('The swap was not made and no money moved')).toBeVisible();
    expect((await late?.())?.status()).toBe(409);
    expect(await readEther()).toBe(before);
  },
);

test('without a connection no rate is shown as current', async ({ page, context }) => {
  await openSwap(page);
  await expect(page.getByText('The rate is up to date')).toBeAttached();
  await context.setOffline(true);
  await expect(page.getByText(/^rate of \d/)).toBeVisible();
  await expect(page.getByText('The rate is up to date')).toBeHidden();
  await context.setOffline(false);
});
