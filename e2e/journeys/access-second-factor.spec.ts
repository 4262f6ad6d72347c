/** The second factor from the QR code to the last recovery code: which codes work, and for how long. */
import type { Page } from '@playwright/test';
import { registerCustomer } from '../support/customers.ts';
import { expirePendingSignIns } from '../support/journey-database.ts';
import { enableSecondFactor } from '../support/second-factor.ts';
import { setAppearance } from '../support/screens.ts';
import { section, switchOnSecondFactor } from '../support/security-page.ts';
import {
  enterAs,
  logOut,
  newName,
  signInOn,
  signInUpToCode,
  typeCode,
  typeRecoveryCode,
  url,
} from '../support/sign-in-pages.ts';
import { sweepOnly } from '../support/sweep.ts';
import { expect, test } from '../support/test.ts';
import { selectLanguages, createTranslate } from '../support/translations.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ timeout: 300_000 });

for (const language of selectLanguages(3)) {
  test(`a second factor accepts its owner and refuses used codes, in ${language}`, async ({ page }) => {
    const t = createTranslate(language);
    const who = await registerCustomer(url(), newName('doble', language), 0);
    await setAppearance(page, 'light', language);

    await enterAs(page, who, '/settings/security');
    const {
      app,
      recoveryCodes: [once = ''],
    } = await switchOnSecondFactor(page, t);
    await logOut(page, t, who);

    const rightCode =
      await test.step('a wrong code is refused with a message; the right one signs in', async () => {
        await signInUpToCode(page, t, who);
        await typeCode(page, t, app.wrongCode());
        await expect(page.getByText(t('errors.2faInvalid'))).toBeVisible();
        await expect(page.getByText(t('errors.error2FA'))).toBeVisible();
        const code = await app.code();
        await typeCode(page, t, code);
        await expect(page).toHaveURL(/\/dashboard/);
        await logOut(page, t, who);
        return code;
      });

    await test.step('F1 a recovery code signs in', async () => {
      await signInUpToCode(page, t, who);
      await typeRecoveryCode(page, t, once);
      await expect(page).toHaveURL(/\/dashboard/);
      await logOut(page, t, who);
    });

    await test.step('F1 F2 neither code works twice, and five wrong ones end the sign-in', async () => {
      await signInUpToCode(page, t, who);
      await typeCode(page, t, rightCode);
      await expect(page.getByText(t('errors.2faInvalid'))).toBeVisible();
      for (const _ of [2, 3, 4]) {
        const answered = page.waitForResponse(/Authenticate2FA/);
        await typeCode(page, t, app.wrongCode());
        await answered;
        await expect(page.getByText(t('errors.2faInvalid'))).toBeVisible();
      }
      await typeRecoveryCode(page, t, once);
      await expect(page.getByText(t('second-factor.code.tooMany'))).toBeVisible();
      await expect(page.getByRole('heading', { name: t('sign-in.title'), exact: true })).toBeVisible();
    });
  });

  test(
    `the second step of a sign-in expires, has its own URL, and ends with the factor, in ${language}`,
    sweepOnly,
    async ({ page }) => {
      const t = createTranslate(language);
      const who = await registerCustomer(url(), newName('paso', language), 0);
      const [forTheAddress = '', forTheEnd = ''] = (await enableSecondFactor(who)).recoveryCodes;
      await setAppearance(page, 'light', language);

      await test.step('a sign-in that waited too long starts again, whatever the code', async () => {
        await signInUpToCode(page, t, who);
        await expirePendingSignIns(who.userId);
        await typeRecoveryCode(page, t, forTheAddress);
        await expect(page.getByText(t('second-factor.code.over'))).toBeVisible();
        await expect(page.getByRole('heading', { name: t('sign-in.title'), exact: true })).toBeVisible();
      });

      await test.step('the URL of the second step leads to the first, unless a sign-in is pending', async () => {
        await page.goto(`${url()}/validate-code`);
        await expect(page).toHaveURL(/\/signin/);
        await signInUpToCode(page, t, who);
        await walkTo(page, '/validate-code');
        await expect(page.getByRole('heading', { name: t('sign-in.code.title') })).toBeVisible();
        await expect(page).toHaveURL(/\/validate-code/);
        await typeRecoveryCode(page, t, forTheAddress);
        await expect(page).toHaveURL(/\/dashboard/);
      });

      await test.step('switched off with a recovery code, the password alone signs in', async () => {
        await page.goto(`${url()}/settings/security`);
        const card = section(page, t('security.factor.title'));
        await card.getByRole('button', { name: t('security.factor.disable'), exact: true }).click();
        const dialog = page.getByRole('dialog', { name: t('security.disable.title') });
        await dialog.waitFor();
        await typeRecoveryCode(page, t, forTheEnd);
        await expect(dialog).toBeHidden();
        await expect(card.getByText(t('security.factor.state.off'), { exact: true })).toBeVisible();
        await logOut(page, t, who);
        await signInOn(page, t, who);
      });
    },
  );
}

/** Navigates within the app without a reload, like its own links. */
async function walkTo(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    window.history.pushState(null, '', address);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}
