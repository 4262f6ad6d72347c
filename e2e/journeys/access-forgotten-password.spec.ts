/**
 * A forgotten password: a response that reveals nothing, expired and used links, and what remains protected afterwards.
 */
import type { Page } from '@playwright/test';
import { registerCustomer } from '../support/customers.ts';
import { expireMailedCode } from '../support/journey-database.ts';
import { enableSecondFactor } from '../support/second-factor.ts';
import { setAppearance } from '../support/screens.ts';
import {
  enterAs,
  mailedLink,
  newName,
  openTab,
  signInUpToCode,
  submitCredentials,
  typeCode,
  url,
} from '../support/sign-in-pages.ts';
import { expect, test } from '../support/test.ts';
import { selectLanguages, createTranslate } from '../support/translations.ts';
import type { Translate } from '../support/translations.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ timeout: 300_000 });

const newPassword = 'Otra-sal-otro-cielo-7';

for (const language of selectLanguages(4)) {
  test(`F4 a forgotten password is replaced by the mailed link, and the second factor stays, in ${language}`, async ({
    page,
    browser,
  }) => {
    const t = createTranslate(language);
    const who = await registerCustomer(url(), newName('olvida', language), 0);
    const { app } = await enableSecondFactor(who);
    const elsewhere = await browser.newContext({ reducedMotion: 'reduce' });
    const open = await openTab(elsewhere, language);
    await enterAs(open, who, '/dashboard');
    await expect(open.getByRole('heading', { level: 1 })).toBeVisible();
    await setAppearance(page, 'light', language);

    await test.step('P4 a name is required, and an unknown one gets the same response as any other', async () => {
      await page.goto(`${url()}/forgot-password`);
      await page.getByRole('button', { name: t('forgot-password.submit') }).click();
      await expect(page.getByText(t('errors.required'))).toBeVisible();
      await askFor(page, t, newName('nadie', language));
      await askFor(page, t, who.userName);
    });

    await test.step('E1 an expired link changes nothing and leads to a new one', async () => {
      const expired = await mailedLink(who.email, '/reset-password', 1);
      await expireMailedCode(who.userId, 'reset_password');
      await page.goto(expired);
      await choose(page, t, newPassword);
      await expect(page.getByRole('heading', { name: t('reset-password.expired.title') })).toBeVisible();
      await page.getByRole('link', { name: t('reset-password.expired.again') }).click();
      await askFor(page, t, who.userName);
    });
    const link = await mailedLink(who.email, '/reset-password', 2);

    await test.step('P3 a refused password is explained, and does not use up the link', async () => {
      await page.goto(link);
      await choose(page, t, newPassword, `${newPassword}!`);
      await expect(page.getByText(t('errors.passwordsDiffer'))).toBeVisible();
      await choose(page, t, 'Sal-7');
      await expect(page.getByText(t('errors.minLength', { min: 6 }))).toBeVisible();
      await choose(page, t, who.userName);
      await expect(page.getByText(t('sign-up.refused.passwordIsName')).first()).toBeVisible();
      await choose(page, t, 'contraseña1');
      await expect(page.getByText(t('sign-up.refused.passwordTooCommon')).first()).toBeVisible();
      await choose(page, t, newPassword);
      await expect(page.getByRole('heading', { name: t('reset-password.success.title') })).toBeVisible();
    });

    await test.step('the link does not work again', async () => {
      await page.goto(link);
      await choose(page, t, 'Tercera-sal-8');
      await expect(page.getByRole('heading', { name: t('reset-password.expired.title') })).toBeVisible();
    });

    await test.step('S4 sessions on other devices have ended', async () => {
      await expect(who.api.call('GetUserInfo')).rejects.toThrow('401');
      await expect(open.getByRole('alertdialog', { name: t('session-prompts.again.title') })).toBeVisible({
        timeout: 30_000,
      });
      await elsewhere.close();
    });

    await test.step('the old password is invalid; the new one still needs the code', async () => {
      await page.goto(`${url()}/signin`);
      await submitCredentials(page, t, who);
      await expect(page.getByText(t('errors.loginFailed'))).toBeVisible();
      await signInUpToCode(page, t, { ...who, password: newPassword });
      await typeCode(page, t, await app.code());
      await expect(page).toHaveURL(/\/dashboard/);
    });
  });
}

/** Requests the mail and expects the same message for every name. */
async function askFor(page: Page, t: Translate, userName: string): Promise<void> {
  await page.goto(`${url()}/forgot-password`);
  await page.getByLabel(t('forgot-password.userName'), { exact: true }).fill(userName);
  await page.getByRole('button', { name: t('forgot-password.submit') }).click();
  const confirmation = page.getByRole('alertdialog', { name: t('forgot-password.done.title') });
  await expect(confirmation).toContainText(t('forgot-password.done.body', { userName }));
  await confirmation.getByRole('button', { name: t('forgot-password.done.close') }).click();
  await expect(page).toHaveURL(/\/signin/);
}

async function choose(page: Page, t: Translate, password: string, repeated = password): Promise<void> {
  await page.getByLabel(t('reset-password.password'), { exact: true }).fill(password);
  await page.getByLabel(t('reset-password.confirmPassword'), { exact: true }).fill(repeated);
  await page.getByRole('button', { name: t('reset-password.submit') }).click();
}
