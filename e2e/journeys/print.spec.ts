/** Printed pages: the trade report for tax documents, and the balances of a day. */
import type { Page } from '@playwright/test';
import { signInCustomer } from '../support/customers.ts';
import type { TestCustomer } from '../support/customers.ts';
import { seedSession, setAppearance } from '../support/screens.ts';
import { sweepOnly } from '../support/sweep.ts';
import { expect, test } from '../support/test.ts';

const url = () => process.env['SALAR_E2E_URL'] ?? '';
/** More than a page of the report holds. */
const orderCount = 22;
let demo: TestCustomer;

test.beforeAll(async () => {
  demo = await signInCustomer(url(), { userName: 'demo', email: '', password: 'Demo-2026!' });
  const own = { OMSId: 1, AccountId: demo.accountId };
  for (let number = 0; number < orderCount; number++)
    await demo.api.call('SendOrder', { ...own, InstrumentId: 1, Side: 0, OrderType: 1, Quantity: '0.001' });
});

async function openForPrint(page: Page, path: string): Promise<void> {
  await setAppearance(page, 'dark', 'en');
  await seedSession(page, demo);
  await page.goto(url() + path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

/** Paper has no buttons, and no dark background that would use ink. */
async function expectPaper(page: Page): Promise<void> {
  for (const role of ['navigation', 'button', 'contentinfo', 'banner', 'tablist'] as const)
    await expect(
      page.getByRole(role).filter({ visible: true, hasNotText: /^(Asset|Balance|Price|24h)/ }),
    ).toHaveCount(0);
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.getByText('Account: demo')).toBeVisible();
  await expect(page.getByText(/^Printed on .+20\d\d/)).toBeVisible();
}

test('a printed trade report names the account and the period and has every row, without filters and buttons', async ({
  page,
}) => {
  await openForPrint(page, '/settings/trade-report');
  await page.getByText(/Showing/).waitFor();
  const rows = page.getByRole('table', { name: 'Transactions' }).locator('tbody tr');
  // An order of the account may trade meanwhile.
  const readTotal = async () =>
    Number(/of (\d+)/.exec((await page.getByText(/Showing/).textContent()) ?? '')?.[1]);
  await page.emulateMedia({ media: 'print' });
  await expectPaper(page);
  await expect(page.getByText('All transactions')).toBeVisible();
  await expect(page.getByText('Start Date')).toBeHidden();
  await expect.poll(async () => (await rows.count()) - (await readTotal())).toBe(0);
  const paper = await page.pdf({ format: 'A4' });
  expect(paper.byteLength).toBeGreaterThan(5_000);
  await page.emulateMedia({ media: 'screen' });
  await expect(page.getByText('Account: demo')).toBeHidden();
});

test(
  'the printed dashboard names the account and the day, and is a table on a narrow sheet',
  sweepOnly,
  async ({ page }) => {
    await openForPrint(page, '/dashboard');
    await page.getByRole('button', { name: /ETH/ }).first().waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 700, height: 1000 });
    await expectPaper(page);
    await expect(page.getByRole('table').getByText('ETH').first()).toBeVisible();
    await expect(page.getByText('Actions')).toBeHidden();
    await expect(page.getByText('Hide small balances')).toBeHidden();
  },
);
