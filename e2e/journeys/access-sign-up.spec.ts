/** Signing up: refusals and their reasons, the link in the mail, and outdated links. */
import type { Page } from '@playwright/test';
import { registerOnly } from '../support/customers.ts';
import { expireMailedCode } from '../support/journey-database.ts';
import { setAppearance } from '../support/screens.ts';
import { mailedLink, newName, submitCredentials, url } from '../support/sign-in-pages.ts';
import { expect, test } from '../support/test.ts';
import { selectLanguages, createTranslate } from '../support/translations.ts';
import type { Translate } from '../support/translations.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ timeout: 300_000 });

const password = 'Sal-y-cielo-2026';

for (const language of selectLanguages(1)) {
  test(`a new customer signs up, corrects what is refused, and opens the right link, in ${language}`, async ({
    page,
  }) => {
    const t = createTranslate(language);
    const neighbour = await registerOnly(url(), newName('vecina', language));
    const userName = newName('nueva', language);
    const email = `${userName}@example.test`;
    await setAppearance(page, 'light', language);
    await page.goto(`${url()}/signup`);

    await test.step('short and mismatching passwords are reported before anything is sent', async () => {
      await field(page, t, 'userName').fill(neighbour.userName);
      await field(page, t, 'email').fill(neighbour.email);
      await field(page, t, 'password').fill('abc');
      await field(page, t, 'repeatPassword').focus();
      await expect(page.getByText(t('sign-up.strength.weak'), { exact: true })).toBeVisible();
      await expect(page.getByText(t('errors.minLength', { min: 6 }))).toBeVisible();
      await field(page, t, 'password').fill(password);
      await field(page, t, 'repeatPassword').fill(`${password}!`);
      await field(page, t, 'email').focus();
      await expect(page.getByText(t('sign-up.strength.strong'), { exact: true })).toBeVisible();
      await expect(page.getByText(t('errors.passwordsDiffer'))).toBeVisible();
    });

    await test.step('P3 common passwords and names of the exchange are refused with their reason', async () => {
      for (const box of await page.getByRole('checkbox').all()) await box.press('Space');
      await submit(page, t, 'qwerty123');
      await expect(page.getByText(t('sign-up.refused.passwordTooCommon')).first()).toBeVisible();
      await submit(page, t, 'Salar2026');
      await expect(page.getByText(t('sign-up.refused.passwordIsProductWord')).first()).toBeVisible();
    });

    await test.step('a taken name and a taken address are reported under their fields', async () => {
      await submit(page, t, password);
      await expect(page.getByText(t('errors.userNameAlreadyExists'))).toBeVisible();
      await field(page, t, 'userName').fill(userName);
      await submit(page, t, password);
      await expect(page.getByText(t('errors.userEmailAlreadyExists'))).toBeVisible();
    });

    await test.step('valid input leads to the panel with the address of the mail', async () => {
      await field(page, t, 'email').fill(email);
      await submit(page, t, password);
      await expect(page.getByRole('heading', { name: t('sign-up.registered.title') })).toBeVisible();
      await expect(page.getByText(email)).toBeVisible();
    });
    const first = await mailedLink(email, '/verify-email', 1);
    const userId = Number(new URL(first).searchParams.get('UserId'));

    await test.step('another mail is sent, and the next only after a while', async () => {
      await page.getByRole('button', { name: t('sign-up.registered.resend') }).click();
      await expect(page.getByText(t('success.verificationEmailSent'))).toBeVisible();
      await expect(page.getByRole('button', { name: /\d/ })).toBeDisabled();
      await mailedLink(email, '/verify-email', 2);
    });

    await test.step('an expired link leads to a new one', async () => {
      await expireMailedCode(userId, 'verify_email');
      await page.goto(await mailedLink(email, '/verify-email', 2));
      await expect(page.getByText(t('verify-email.failure.body'))).toBeVisible();
      await expect(page.getByText(t('errors.invalidOrExpiredLink'))).toBeVisible();
      await page.getByLabel(t('verify-email.resend.email')).fill(email);
      await page.getByRole('button', { name: t('verify-email.resend.submit') }).click();
      await expect(page.getByRole('alertdialog', { name: t('verify-email.resend.sentTitle') })).toContainText(
        email,
      );
    });

    await test.step('the newest link works, also when opened twice', async () => {
      const newest = await mailedLink(email, '/verify-email', 3);
      await page.goto(newest);
      await expect(page.getByText(t('verify-email.success.body'))).toBeVisible();
      await expect(page).toHaveURL(/\/verify-email$/);
      await page.goto(newest);
      await expect(page.getByText(t('verify-email.success.body'))).toBeVisible();
    });

    await test.step('sign-in works', async () => {
      await page.getByRole('link', { name: t('verify-email.success.login'), exact: true }).click();
      await submitCredentials(page, t, { userName, password });
      await expect(page).toHaveURL(/\/dashboard/);
    });
  });
}

type Field = 'userName' | 'email' | 'password' | 'repeatPassword';

function field(page: Page, t: Translate, name: Field) {
  return page.getByLabel(t(`sign-up.${name}`), { exact: true });
}

async function submit(page: Page, t: Translate, chosen: string): Promise<void> {
  await field(page, t, 'password').fill(chosen);
  await field(page, t, 'repeatPassword').fill(chosen);
  await page.getByRole('button', { name: t('sign-up.submit'), exact: true }).click();
}
