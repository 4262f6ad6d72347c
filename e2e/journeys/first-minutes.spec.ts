/** The first minutes of a new customer: from the printed address to a swap by following only the screen. */
import type { Page } from '@playwright/test';
import { applyByPointer } from '../support/identity-check.ts';
import { signInAs } from '../support/screen-actions.ts';
import { sweepOnly } from '../support/sweep.ts';
import { expect, test } from '../support/test.ts';

const url = () => process.env['SALAR_E2E_URL'] ?? '';
const password = 'Cielo-y-sal-7';

test('a new customer finds the way from the printed address to a first swap', sweepOnly, async ({ page }) => {
  test.setTimeout(360_000);
  const userName = `nueva-${Date.now()}`;
  const next = page.getByRole('region', { name: 'First steps' });

  await test.step('signs up, and the mailbox is one press away', async () => {
    await page.goto(url());
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    await page.getByLabel('Username').fill(userName);
    await page.getByLabel('E-mail').fill(`${userName}@example.test`);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Repeat password').fill(password);
    await page.getByRole('checkbox', { name: /terms/ }).press('Space');
    await page.getByRole('checkbox', { name: /privacy/ }).press('Space');
    await page.getByRole('button', { name: 'Create account' }).click();
    const mailbox = await opened(page, 'Open the mailbox of this local exchange');
    await mailbox.getByRole('listitem').getByRole('link').first().click();
    await mailbox
      .getByRole('link', { name: /verify-email/ })
      .first()
      .click();
    await mailbox.getByText('Your email has been verified successfully.').waitFor();
    await mailbox.getByRole('link', { name: 'Login' }).click();
    await mailbox.getByRole('button', { name: 'Log in' }).waitFor();
    await mailbox.close();
    await page.getByRole('link', { name: 'Go to login' }).click();
    await signInAs(page, { userName, password });
  });

  await test.step('verifies the identity; the reviewer is on the local pages', async () => {
    await expect(next).toContainText('Step 1 of 3');
    await next.getByRole('button', { name: 'Verify my identity' }).click();
    await page.getByRole('button', { name: 'Start verification' }).click();
    await applyByPointer(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    const local = await opened(page, /Local pages/);
    await local.getByRole('link', { name: 'Open the reviewer' }).click();
    await local.locator('section', { hasText: userName }).getByRole('button', { name: 'Approve' }).click();
    await local.getByText('Nothing waits').or(local.getByRole('status')).first().waitFor();
    await local.close();
    await goHome(page);
  });

  await test.step('deposits: the faucet is linked and filled in', async () => {
    await expect(next).toContainText('Step 2 of 3', { timeout: 30_000 });
    await next.getByRole('button', { name: 'Deposit' }).click();
    const faucet = await opened(page, /from the local faucet/);
    await faucet.getByRole('button', { name: 'Send coins' }).click();
    await faucet.getByText(/^Sent 1 /).waitFor();
    await faucet.close();
    await expect(page.getByText('Credited')).toBeVisible({ timeout: 90_000 });
  });

  await test.step('swaps, led from the deposit and reminded on the dashboard', async () => {
    await goHome(page);
    await expect(next).toContainText('Step 3 of 3');
    await next.getByRole('button', { name: 'Swap' }).click();
    await page.getByLabel('Amount to pay').fill('0.1');
    await page.getByRole('button', { name: 'Review swap' }).click();
    await page
      .getByRole('dialog')
      .or(page.getByRole('alertdialog'))
      .first()
      .getByRole('button', { name: /^Swap 0\.10 / })
      .click();
    await expect(page.getByText('Your swap is done.').first()).toBeVisible();
    await goHome(page);
    await expect(page.getByRole('button', { name: /BTC/ }).first()).toBeVisible();
    await expect(next).toBeHidden();
  });
});

/** Navigates by the header, or by the bar at the bottom. */
async function goHome(page: Page): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Dashboard' })
    .filter({ visible: true })
    .click();
}

/** Returns the page that a link opens in a new tab. */
async function opened(page: Page, name: string | RegExp): Promise<Page> {
  const tab = page.context().waitForEvent('page');
  await page.getByRole('link', { name }).click();
  return tab;
}
