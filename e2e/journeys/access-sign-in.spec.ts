/** Signing in: wrong passwords, a user name that is an e-mail address, slowed-down guessing, and a locked account. */
import type { Browser, Page } from '@playwright/test';
import { mailTexts } from '@salar/services/notifications/mail-texts';
import { Api } from '../support/api.ts';
import { registerCustomer, registerOnly } from '../support/customers.ts';
import { setAttemptsBeforeLock, isLocked } from '../support/journey-database.ts';
import { setAppearance } from '../support/screens.ts';
import {
  toLocalUrl,
  logOut,
  setMailLanguage,
  mailedLink,
  newName,
  submitCredentials,
  url,
} from '../support/sign-in-pages.ts';
import { sweepOnly } from '../support/sweep.ts';
import { expect, test } from '../support/test.ts';
import { selectLanguages, createTranslate } from '../support/translations.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ timeout: 300_000 });

const wrongPassword = 'Not-the-right-one-1';

for (const language of selectLanguages(2)) {
  test(`a customer signs in by user name or e-mail address, after a wrong password, in ${language}`, async ({
    page,
  }) => {
    const t = createTranslate(language);
    const who = await registerOnly(url(), newName('ana', language));
    await setAppearance(page, 'light', language);
    await page.goto(`${url()}/signin`);
    const passwordField = page.getByLabel(t('sign-in.password'), { exact: true });

    await test.step('both fields are required', async () => {
      await page.getByRole('button', { name: t('sign-in.submit'), exact: true }).click();
      await expect(page.getByText(t('errors.required'))).toHaveCount(2);
    });

    await test.step('P4 the message for a wrong password does not say which of the two is wrong', async () => {
      await submitCredentials(page, t, { ...who, password: wrongPassword });
      await expect(page.getByText(t('errors.loginFailed'))).toBeVisible();
      await expect(passwordField).toHaveValue('');
      await expect(passwordField).toBeFocused();
    });

    await test.step('an e-mail address needs confirmation: canceling stays, continuing signs in', async () => {
      const question = page.getByRole('alertdialog', { name: t('sign-in.emailWarning.title') });
      await submitCredentials(page, t, { userName: who.email, password: who.password });
      await expect(question).toContainText(who.email);
      await question.getByRole('button', { name: t('common.cancel') }).click();
      await expect(question).toBeHidden();
      await expect(passwordField).toHaveValue(who.password);
      await expect(page).toHaveURL(/\/signin/);
      await page.getByRole('button', { name: t('sign-in.submit'), exact: true }).click();
      await question.getByRole('button', { name: t('common.continue') }).click();
      await expect(page).toHaveURL(/\/dashboard/);
      await logOut(page, t, who);
    });
  });

  test(
    `P7 guessing leads to a wait, after which the right password signs in, in ${language}`,
    sweepOnly,
    async ({ page }) => {
      const t = createTranslate(language);
      const who = await registerCustomer(url(), newName('lenta', language), 0);
      await setAppearance(page, 'light', language);
      await page.goto(`${url()}/signin`);
      const guesses = Array.from({ length: 6 }, () => new Api(url()).signIn(who.userName, wrongPassword));
      const outcomes = await Promise.allSettled(guesses);
      expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);

      const throttled = page.getByText(t('errors.tooManyRequests'));
      const failed = page.getByText(t('errors.loginFailed'));
      const waits = page.getByRole('button', { name: /\d/ });
      // The waits double from one second on: a guess or two may be accepted before the first wait.
      await expect(async () => {
        await submitCredentials(page, t, { ...who, password: wrongPassword });
        await expect(throttled.or(failed)).toBeVisible();
        await expect(throttled).toBeVisible({ timeout: 1 });
        await expect(waits).toBeDisabled({ timeout: 1_000 });
      }).toPass();
      await submitCredentials(page, t, who);
      await expect(page).toHaveURL(/\/dashboard/);
    },
  );

  test(`a locked account is opened by the button behind the mailed link, not by a scanner, in ${language}`, async ({
    page,
    browser,
  }) => {
    const t = createTranslate(language);
    const who = await registerCustomer(url(), newName('cerrada', language), 0);
    await setMailLanguage(language, who);
    await setAttemptsBeforeLock(who.userId);
    await setAppearance(page, 'light', language);
    await page.goto(`${url()}/signin`);

    await test.step('the hundredth wrong password locks it, also for the right one, and ends no session', async () => {
      await submitCredentials(page, t, { ...who, password: wrongPassword });
      await expect(page.getByText(t('errors.loginFailed'))).toBeVisible();
      await submitCredentials(page, t, who);
      await expect(page.getByText(t('errors.accountLocked')).first()).toBeVisible();
      await expect(page.getByText(t('sign-in.locked.unlock'))).toBeVisible();
      expect(await who.api.call('GetUserInfo')).toMatchObject({ UserName: who.userName });
    });
    const link = await mailedLink(who.email, '/unlock-account', 1);

    await test.step('the mail is in the language of the customer; opening every link of every mail changes nothing', async () => {
      const mails = await new Api(url()).mailsTo(who.email);
      expect(mails.map(({ subject }) => subject)).toContain(mailTexts[language].accountLocked.subject);
      await openAll(browser, mails.flatMap(({ links }) => links).map(toLocalUrl));
      expect(await isLocked(who.userId)).toBe(true);
    });

    await test.step('the button unlocks it', async () => {
      await page.goto(link);
      await expect(page.getByText(t('unlock-account.ready.title'))).toBeVisible();
      await page.getByRole('button', { name: t('unlock-account.ready.confirm') }).click();
      await expect(page.getByText(t('unlock-account.success.title'))).toBeVisible();
      await page.getByRole('link', { name: t('unlock-account.back') }).click();
      await submitCredentials(page, t, who);
      await expect(page).toHaveURL(/\/dashboard/);
    });
  });
}

/** Opens every link and runs its page, like a mail scanner. */
async function openAll(browser: Browser, links: readonly string[]): Promise<void> {
  const scanner = await browser.newContext();
  const open = async (link: string) => {
    const tab: Page = await scanner.newPage();
    await tab.goto(link);
    await tab.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
    await tab.waitForLoadState('networkidle');
  };
  for (const link of links) await open(link);
  await scanner.close();
}
