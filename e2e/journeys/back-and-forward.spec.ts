/**
 * The browser's Back, Forward and reload: with an open overlay, before the page is rendered, and on a scrolled page.
 */
import type { Page } from '@playwright/test';
import { registerCustomer } from '../support/customers.ts';
import type { TestCustomer } from '../support/customers.ts';
import { seedSession } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

const url = () => process.env['SALAR_E2E_URL'] ?? '';
let customer: TestCustomer;

test.beforeAll(async () => {
  customer = await registerCustomer(url(), `back-${Date.now()}`, 1);
});

async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(url() + path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

test('Back closes the sheet that is open and the page stays; the next Back leaves it', async ({
  browser,
}) => {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await seedSession(page, customer);
  await arrive(page, '/dashboard');
  await page.getByRole('navigation').getByRole('link', { name: 'Swap' }).tap();
  await page.getByRole('heading', { level: 1, name: 'Swap' }).waitFor();
  const opener = page.getByRole('main').locator('button[aria-haspopup=dialog]').first();

  await opener.tap();
  await expect(page.getByRole('dialog')).toBeVisible();
  // The code for overlay history loads at the first press, faster than a person can press Back.
  await page.waitForFunction(() => (history.state as { overlays?: number }).overlays === 1);
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/\/swap$/);

  // Closed by a choice, it needs no press of Back.
  await opener.tap();
  await page.getByRole('dialog').getByRole('option').nth(1).tap();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
  await context.close();
});

test('Back closes the list of order types on a phone, and the page stays', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await seedSession(page, customer);
  await arrive(page, '/dashboard');
  await arrive(page, '/trade');
  await page.getByRole('tab', { name: 'Order', exact: true }).tap();
  await page.getByRole('button', { name: 'Order type' }).tap();
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.waitForFunction(() => (history.state as { overlays?: number }).overlays === 1);
  await page.goBack();
  await expect(page.getByRole('listbox')).toBeHidden();
  await expect(page).toHaveURL(/\/trade/);
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
  await context.close();
});

test('a fresh load starts at the top; a reload and Back restore the scroll position', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await seedSession(page, customer);
  await arrive(page, '/settings/verification');
  await page.evaluate(() => scrollTo(0, 300));
  await arrive(page, '/dashboard');
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.evaluate(() => scrollTo(0, 120));
  await page.reload();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(120);
  await page.goBack();
  await expect(page).toHaveURL(/\/settings\/verification$/);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
});

test('Back while the code of the first page is loading leads to the previous page', async ({ page }) => {
  await seedSession(page, customer);
  await arrive(page, '/dashboard');
  await page.getByRole('navigation').first().getByRole('link', { name: 'Swap' }).click();
  await page.getByRole('heading', { level: 1, name: 'Swap' }).waitFor();
  // Reloads with the code held back, and leaves before anything is rendered.
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/\/dashboard$/);
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeAttached();
  await expect(page).toHaveURL(/\/dashboard$/);
});
