/** Automatic announcements of screen readers: outcomes and changes of state, once each, and never a price change. */
import type { Page } from '@playwright/test';
import { registerCustomer, signInCustomer } from '../support/customers.ts';
import type { TestCustomer } from '../support/customers.ts';
import { takeAnnouncements, recordAnnouncements } from '../support/announcements.ts';
import { choose, signInAs } from '../support/screen-actions.ts';
import { seedSession, setAppearance, setLanguage } from '../support/screens.ts';
import { isWholeSweep } from '../support/sweep.ts';
import { expect, test } from '../support/test.ts';

const url = () => process.env['SALAR_E2E_URL'] ?? '';
const network = 'Ethereum (local)';
let demo: TestCustomer;

test.beforeAll(async () => {
  demo = await signInCustomer(url(), { userName: 'demo', email: '', password: 'Demo-2026!' });
});

async function open(page: Page, who: TestCustomer | null, path: string): Promise<void> {
  await recordAnnouncements(page);
  await setAppearance(page, 'dark', 'en');
  if (who !== null) await seedSession(page, who);
  await go(page, path);
}

async function go(page: Page, path: string): Promise<void> {
  await page.goto(url() + path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

/** Waits for a matching announcement, and returns all announcements until then. */
async function waitForAnnouncement(
  page: Page,
  pattern: RegExp,
  timeout = 15_000,
): Promise<readonly string[]> {
  const said: string[] = [];
  await expect
    .poll(
      async () => {
        said.push(...(await takeAnnouncements(page)));
        return said.some((text) => pattern.test(text)) ? 'said' : said;
      },
      { timeout },
    )
    .toBe('said');
  return said;
}

test('a wrong password is announced, once', async ({ page }) => {
  await open(page, null, '/signin');
  await takeAnnouncements(page);
  await signInAs(page, { userName: 'nobody.here', password: 'whatever-1' });
  const said = await waitForAnnouncement(page, /Username or password is incorrect/);
  expect(said.filter((text) => text.includes('incorrect'))).toHaveLength(1);
});

test('the results of actions are announced', async ({ page, context }) => {
  test.setTimeout(180_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, demo, '/settings/profile');

  await test.step('a copied address', async () => {
    await page.getByRole('button', { name: 'Copy username' }).click();
    await waitForAnnouncement(page, /Username copied to clipboard/);
  });

  await test.step('the selected level', async () => {
    await go(page, '/settings/verification');
    await page.getByRole('button', { name: 'Next level' }).waitFor();
    await takeAnnouncements(page);
    await page.getByRole('button', { name: 'Next level' }).click();
    await waitForAnnouncement(page, /Level \d of \d/);
  });

  await test.step('an amount that is too large', async () => {
    await go(page, '/swap');
    await page.getByLabel('Amount to pay').fill('99999999');
    await waitForAnnouncement(page, /Not Enough Balance/i);
  });

  await test.step('a completed swap', async () => {
    await page.getByLabel('Amount to pay').fill('0.001');
    await page.getByRole('button', { name: 'Review swap' }).click();
    await page
      .getByRole('dialog')
      .or(page.getByRole('alertdialog'))
      .getByRole('button', { name: /^Swap/ })
      .click();
    await waitForAnnouncement(page, /Your swap is done/);
  });

  await test.step('the number of filtered transactions', async () => {
    await go(page, '/settings/trade-report');
    // At least the swap: of an empty report, the filter would change nothing.
    await waitForAnnouncement(page, /Showing [1-9]\d* of \d+ transactions/);
    await page.getByRole('button', { name: /Status$/ }).click();
    await page.getByRole('option', { name: 'Failed' }).click();
    await waitForAnnouncement(page, /Showing 0 of \d+ transactions/);
  });

  await test.step('a change of language, in the new language', async () => {
    await go(page, '/swap');
    await setLanguage(page, 'es');
    await page.getByRole('textbox').first().fill('99999999');
    await waitForAnnouncement(page, /[Ss]aldo/);
  });
});

test('a new API key, a deposit and each step of a withdrawal are announced on the open page', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const who = await registerCustomer(url(), `oye${Date.now()}`, 1);
  await open(page, who, '/settings/api-keys');

  await test.step('the key', async () => {
    await page
      .getByRole('button', { name: /Create.*API key/i })
      .first()
      .click();
    const form = page.getByRole('dialog', { name: 'Create an API key' });
    await form.getByText('Trading', { exact: true }).click();
    await takeAnnouncements(page);
    await form.getByRole('button', { name: 'Create API Key' }).click();
    await waitForAnnouncement(page, /API Key created successfully/);
  });

  await test.step('the deposit', async () => {
    await go(page, '/ramping/deposit');
    await choose(page, 'Asset', 'ETH');
    const address = (await page.locator('[data-address]').getAttribute('data-address')) ?? '';
    await takeAnnouncements(page);
    await who.api.local('faucet', { network, address, product: 'ETH', amount: '0.2' });
    await waitForAnnouncement(page, /Credited|has arrived|confirmations/, 60_000);
  });

  await test.step('the withdrawal', async () => {
    await expect
      .poll(
        async () =>
          JSON.stringify(await who.api.call('GetAccountPositions', { OMSId: 1, AccountId: who.accountId })),
        {
          timeout: 60_000,
        },
      )
      .toContain('0.2');
    await go(page, '/ramping/withdraw');
    await choose(page, 'Asset', 'ETH');
    await page.getByRole('textbox', { name: 'Amount' }).fill('0.05');
    await page
      .getByRole('textbox', { name: 'Wallet address' })
      .fill('0x9858EfFD232B4033E47d90003D41EC34EcaEda94');
    await page.getByRole('button', { name: 'Review withdrawal' }).click();
    await takeAnnouncements(page);
    await page.getByRole('button', { name: /^Send 0\.05/ }).click();
    // The headline of the receipt has the focus, so a screen reader reads it without a live region.
    await expect(page.locator(':focus')).toHaveText(/e-mail/i);
    const mail = await who.api.mailTo(who.email, /withdraw/i);
    const link = new URL(mail.links.find((one) => one.includes('/confirm-withdraw')) ?? '');
    await who.api.call('ConfirmWithdraw', {
      UserId: link.searchParams.get('UserId'),
      VerifyCode: link.searchParams.get('verifycode'),
    });
    await waitForAnnouncement(page, /Confirmed|Accepted|sent|Arrived/i, 60_000);
  });
});

// The other two pages show the prices of the same component less often.
for (const path of isWholeSweep
  ? ['/dashboard', '/trade?market=BTCUSDT', '/swap']
  : ['/trade?market=BTCUSDT']) {
  test(`price changes on ${path} are not announced`, async ({ page }) => {
    await open(page, demo, path);
    // The announcements of the page load have ended when three seconds pass without one.
    await expect
      .poll(async () => {
        await page.waitForTimeout(3000);
        return takeAnnouncements(page);
      })
      .toEqual([]);
    const prices = new Set<string>();
    for (let looks = 0; looks < 8; looks++) {
      await page.waitForTimeout(1000);
      prices.add(await page.getByRole('main').innerText());
    }
    expect(await takeAnnouncements(page)).toEqual([]);
    if (path.startsWith('/trade')) expect(prices.size).toBeGreaterThan(1);
  });
}
