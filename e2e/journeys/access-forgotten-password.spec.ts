/** A forgotten password: an answer that tells nothing, links that are old or used, and what stays closed afterwards. */
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { registerCustomer } from '../support/customers.ts';
import { expireMailedCode } from '../support/journey-database.ts';
import { protect } from '../support/second-factor.ts';
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
import { languagesOf, wordsOf } from '../support/translations.ts';
import type { Words } from '../support/translations.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ timeout: 300_000 });

const newPassword = 'Otra-sal-otro-cielo-7';

for (const language of languagesOf(4)) {
  test(`F4 a forgotten password is replaced by the mailed link, and the second factor stays, in ${language}`, async ({
    page,
    browser,
  }) => {
    const say = wordsOf(language);
    const who = await registerCustomer(url(), newName('olvida', language), 0);
    const { app } = await protect(who);
    const elsewhere = await browser.newContext({ reducedMotion: 'reduce' });
    const open = await openTab(elsewhere, language);
    await enterAs(open, who, '/dashboard');
    await expect(open.getByRole('heading', { level: 1 })).toBeVisible();
    await setAppearance(page, 'light', language);

    await test.step('P4 a name is needed, and one that nobody has is answered like any other', async () => {
      await page.goto(`${url()}/forgot-password`);
      await page.getByRole('button', { name: say('forgot-password.submit') }).click();
      await expect(page.getByText(say('errors.required'))).toBeVisible();
      await askFor(page, say, newName('nadie', language));
      await askFor(page, say, who.userName);
    });

    await test.step('E1 an expired link changes nothing and leads to a new one', async () => {
      const expired = await mailedLink(who.email, '/reset-password', 1);
      await expireMailedCode(who.userId, 'reset_password');
      await page.goto(expired);
      await choose(page, say, newPassword);
      await expect(page.getByRole('heading', { name: say('reset-password.expired.title') })).toBeVisible();
      await page.getByRole('link', { name: say('reset-password.expired.again') }).click();
      await askFor(page, say, who.userName);
    });
    const link = await mailedLink(who.email, '/reset-password', 2);

    await test.step('P3 what is wrong with a password is said, and costs no link', async () => {
      await page.goto(link);
      await choose(page, say, newPassword, `${newPassword}!`);
      await expect(page.getByText(say('errors.passwordsDiffer'))).toBeVisible();
      await choose(page, say, 'Sal-7');
      await expect(page.getByText(say('errors.minLength', { min: 6 }))).toBeVisible();
      await choose(page, say, who.userName);
      await expect(page.getByText(say('sign-up.refused.passwordIsName'))).toBeVisible();
      await choose(page, say, 'contraseña1');
      await expect(page.getByText(say('sign-up.refused.passwordTooCommon'))).toBeVisible();
      await choose(page, say, newPassword);
      await expect(page.getByRole('heading', { name: say('reset-password.success.title') })).toBeVisible();
    });

    await test.step('the link does not work again', async () => {
      await page.goto(link);
      await choose(page, say, 'Tercera-sal-8');
      await expect(page.getByRole('heading', { name: say('reset-password.expired.title') })).toBeVisible();
    });

    await test.step('S4 whoever was signed in elsewhere is not any more', async () => {
      await expect(who.api.call('GetUserInfo')).rejects.toThrow('401');
      await expect(open.getByRole('alertdialog', { name: say('session-questions.again.title') })).toBeVisible(
        { timeout: 30_000 },
      );
      await elsewhere.close();
    });

    await test.step('the old password is dead; the new one still needs the code', async () => {
      await page.goto(`${url()}/signin`);
      await submitCredentials(page, say, who);
      await expect(page.getByText(say('errors.loginFailed'))).toBeVisible();
      await signInUpToCode(page, say, { ...who, password: newPassword });
      await typeCode(page, say, await app.code());
      await expect(page).toHaveURL(/\/dashboard/);
    });
  });
}

/** Asks for the mail, and is told the same whoever it is for. */
async function askFor(page: Page, say: Words, userName: string): Promise<void> {
  await page.goto(`${url()}/forgot-password`);
  await page.getByLabel(say('forgot-password.userName'), { exact: true }).fill(userName);
  await page.getByRole('button', { name: say('forgot-password.submit') }).click();
  const told = page.getByRole('alertdialog', { name: say('forgot-password.done.title') });
  await expect(told).toContainText(say('forgot-password.done.body', { userName }));
  await told.getByRole('button', { name: say('forgot-password.done.close') }).click();
  await expect(page).toHaveURL(/\/signin/);
}

async function choose(page: Page, say: Words, password: string, repeated = password): Promise<void> {
  await page.getByLabel(say('reset-password.password'), { exact: true }).fill(password);
  await page.getByLabel(say('reset-password.confirmPassword'), { exact: true }).fill(repeated);
  await page.getByRole('button', { name: say('reset-password.submit') }).click();
}
