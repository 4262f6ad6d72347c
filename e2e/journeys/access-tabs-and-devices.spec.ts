/** One customer in two tabs, and on two devices. */
import { devices } from '@playwright/test';
import { noticeTexts } from '@salar/services/notifications/notice-texts';
import { Api } from '../support/api.ts';
import { registerCustomer, registerOnly } from '../support/customers.ts';
import { ageReauthentications } from '../support/journey-database.ts';
import { setAppearance } from '../support/screens.ts';
import { section } from '../support/security-page.ts';
import {
  enterAs,
  logOut,
  setMailLanguage,
  newName,
  openTab,
  signInOn,
  url,
} from '../support/sign-in-pages.ts';
import { sweepOnly } from '../support/sweep.ts';
import { expect, test } from '../support/test.ts';
import { selectLanguages, createTranslate } from '../support/translations.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ timeout: 300_000 });

/** Open pages poll the account every ten seconds. */
const pollMs = 30_000;

for (const language of selectLanguages(6)) {
  test(`S6 re-authentication and sign-out in one tab apply to the other, in ${language}`, async ({
    page,
    context,
  }) => {
    const t = createTranslate(language);
    const who = await registerOnly(url(), newName('fichas', language));
    const api = await new Api(url()).signIn(who.userName, who.password);
    await ageReauthentications(who.userId);
    await setAppearance(page, 'light', language);
    await enterAs(page, { ...who, accountId: 0, api }, '/settings/security');
    const beside = await openTab(context, language);
    await beside.goto(`${url()}/dashboard`);
    await expect(beside.getByRole('heading', { level: 1 })).toBeVisible();

    await test.step('a change of the account requires the password again, and succeeds with it', async () => {
      const card = section(page, t('security.factor.title'));
      await card.getByRole('button', { name: t('security.factor.enable'), exact: true }).click();
      const proof = page.getByRole('dialog', { name: t('session-prompts.proof.title') });
      await proof.getByLabel(t('session-prompts.password'), { exact: true }).fill(who.password);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: t('security.enable.title') })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(api.call('GetUserInfo')).rejects.toThrow('401');
    });

    await test.step('the other tab continues', async () => {
      await beside
        .getByRole('link', { name: t('shell.nav.swap'), exact: true })
        .first()
        .click();
      await expect(beside).toHaveURL(/\/swap/);
      await beside.goto(`${url()}/settings/security`);
      await expect(section(beside, t('security.sessions.title')).getByRole('listitem')).toHaveCount(1);
      await expect(beside.getByRole('alertdialog')).toHaveCount(0);
    });

    await test.step('signing out of one tab signs out of the other', async () => {
      await logOut(page, t, who);
      await expect(beside).toHaveURL(/\/signin/);
    });
  });

  test(
    `a new device is reported by mail, is in the list, and is signed out from the other one, in ${language}`,
    sweepOnly,
    async ({ page, browser }) => {
      const t = createTranslate(language);
      const who = await registerCustomer(url(), newName('aparato', language), 0);
      await setMailLanguage(language, who);
      await setAppearance(page, 'light', language);
      await signInOn(page, t, who);

      const { userAgent, viewport } = devices['Pixel 7'];
      const phone = await browser.newContext({ userAgent, viewport, reducedMotion: 'reduce' });
      const onPhone = await openTab(phone, language);
      await signInOn(onPhone, t, who);

      await test.step('P9 the mail is in the language of the customer', async () => {
        const { title, body } = noticeTexts[language].notices.new_device;
        const mail = await new Api(url()).mailTo(who.email, new RegExp(`^${title}$`));
        expect(mail.text).toContain(body);
      });

      await test.step('S3 the session of the phone is ended from the desktop', async () => {
        await page.goto(`${url()}/settings/security`);
        const card = section(page, t('security.sessions.title'));
        const name = t('security.sessions.device', { program: 'Chrome', system: 'Android' });
        const entry = card.getByRole('listitem').filter({ hasText: name });
        await entry.getByRole('button').click();
        const question = page.getByRole('alertdialog', { name: t('security.endSession.title') });
        await question.getByRole('button', { name: t('security.endSession.confirm') }).click();
        await expect(page.getByText(t('security.endSession.done'))).toBeVisible();
        await expect(entry).toHaveCount(0);
      });

      await test.step('the phone is notified, and leads to sign-in', async () => {
        const signInAgain = onPhone.getByRole('alertdialog', { name: t('session-prompts.again.title') });
        await expect(signInAgain).toContainText(t('session-prompts.again.body'), { timeout: pollMs });
        await signInAgain.getByRole('button', { name: t('session-prompts.again.leave') }).click();
        await expect(onPhone).toHaveURL(/\/signin/);
        await phone.close();
      });
    },
  );
}
