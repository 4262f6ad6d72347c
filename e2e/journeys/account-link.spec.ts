/** Linking with an account of the test network: requested by URL, done only with its owner's consent. */
import type { Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { registerCustomer } from '../support/customers.ts';
import { seedSession, setAppearance } from '../support/screens.ts';
import { newName, submitCredentials } from '../support/sign-in-pages.ts';
import { expect, test } from '../support/test.ts';
import { selectLanguages, createTranslate } from '../support/translations.ts';
import type { Translate } from '../support/translations.ts';

const url = () => process.env['SALAR_E2E_URL'] ?? '';
const newWallet = () => privateKeyToAddress(generatePrivateKey());
const buildAddress = (userName: string, wallet: string) =>
  `${url()}/dashboard?${new URLSearchParams({ userName, wallet }).toString()}`;

for (const language of selectLanguages(1)) {
  test(`accounts are linked once, with consent, after signing in, in ${language}`, async ({
    page,
    browser,
  }) => {
    const t = createTranslate(language);
    const [wallet, userName] = [newWallet(), newName('teste', language)];
    const customer = await registerCustomer(url(), newName('link', language), 1);
    const sent = recordLinkCalls(page);
    await setAppearance(page, 'light', language);
    const question = page.getByRole('alertdialog', { name: t('balances.link.title') });

    await test.step('the request is kept during sign-in', async () => {
      await page.goto(buildAddress(userName, wallet.toLowerCase()));
      await expect(page).toHaveURL(/\/signin\?/);
      await submitCredentials(page, t, customer);
      await expect(question).toContainText(userName);
      await expect(question).toContainText(wallet);
    });

    await test.step('nothing is linked without consent', async () => {
      await question.getByRole('button', { name: t('balances.link.cancel') }).click();
      await expect(question).toBeHidden();
      await expect(page).toHaveURL(`${url()}/dashboard`);
      expect(sent).toEqual([]);
    });

    await test.step('it is linked, and repeating the request changes nothing', async () => {
      for (let times = 1; times <= 2; times += 1) {
        await page.goto(buildAddress(userName, wallet));
        await confirm(page, t);
        await expect(page.getByText(t('balances.link.successAccountLinking'))).toBeVisible();
        await expect(page).toHaveURL(`${url()}/dashboard`);
      }
      expect(sent).toEqual(['link-user', 'ConfirmAccountLink', 'link-user', 'ConfirmAccountLink']);
    });

    await test.step('the account menu shows it', async () => {
      await page.getByRole('button', { name: t('shell.menu.open', { userName: customer.userName }) }).click();
      await expect(page.getByTitle(t('shell.menu.linkedWith', { userName }))).toBeVisible();
    });

    await test.step('a link is never overwritten', async () => {
      await page.goto(buildAddress(userName, newWallet()));
      await confirm(page, t);
      await expectFailure(page, t, t('refusals.linked'));
    });

    await test.step('a wallet belongs to one account', async () => {
      const other = await browser.newPage();
      await setAppearance(other, 'light', language);
      await seedSession(other, await registerCustomer(url(), newName('linked', language), 1));
      await other.goto(buildAddress(`${userName}2`, wallet));
      await confirm(other, t);
      await expectFailure(other, t, t('refusals.linkedElsewhere'));
      await other.close();
    });
  });
}

for (const language of selectLanguages(2)) {
  test(`an invalid wallet address is not sent, in ${language}`, async ({ page }) => {
    const t = createTranslate(language);
    const customer = await registerCustomer(url(), newName('nolink', language), 1);
    const sent = recordLinkCalls(page);
    await setAppearance(page, 'dark', language);
    await seedSession(page, customer);
    const wrong = `${newWallet().slice(0, -1)}g`;
    await page.goto(buildAddress('maria', wrong));
    const question = page.getByRole('alertdialog', { name: t('balances.link.title') });
    await expect(question).toContainText(wrong);
    await expect(question).toContainText(t('balances.link.walletWrong'));
    await expect(question.getByRole('button', { name: t('balances.link.confirm') })).toBeHidden();
    await question.getByRole('button', { name: t('common.close') }).click();
    await expect(question).toBeHidden();
    await expect(page).toHaveURL(`${url()}/dashboard`);
    expect(sent).toEqual([]);
  });
}

/** Returns the linking calls that the page has sent so far. */
function recordLinkCalls(page: Page): readonly string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const name = new URL(request.url()).pathname.split('/').at(-1) ?? '';
    if (name === 'link-user' || name === 'ConfirmAccountLink') sent.push(name);
  });
  return sent;
}

async function confirm(page: Page, t: Translate): Promise<void> {
  await page.getByRole('button', { name: t('balances.link.confirm') }).click();
}

async function expectFailure(page: Page, t: Translate, message: string): Promise<void> {
  await expect(page.getByText(t('balances.errors.failedAccountLinking', { message }))).toBeVisible();
  await expect(page).toHaveURL(`${url()}/dashboard`);
}
