/** A session that ends while a form is being filled in: the input is kept for its owner, and for nobody else. */
import type { Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { registerCustomer, registerOnly } from '../support/customers.ts';
import { setAppearance } from '../support/screens.ts';
import { choose } from '../support/screen-actions.ts';
import { enterAs, newName, openTab, submitCredentials, url } from '../support/sign-in-pages.ts';
import { expect, test } from '../support/test.ts';
import { selectLanguages, createTranslate } from '../support/translations.ts';
import type { Translate } from '../support/translations.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ timeout: 300_000 });

/** Open pages poll the account every ten seconds. */
const pollMs = 30_000;
const receiver = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

for (const language of selectLanguages(5)) {
  test(`a session lost in the middle of a withdrawal loses nothing that was typed, in ${language}`, async ({
    page,
    context,
  }) => {
    const t = createTranslate(language);
    const who = await registerCustomer(url(), newName('media', language), 1);
    const elsewhere = await new Api(url()).signIn(who.userName, who.password);
    await setAppearance(page, 'light', language);
    await enterAs(page, who, '/ramping/withdraw');
    const amount = page.getByRole('textbox', { name: t('transfers.withdraw.amount') });
    const address = page.getByRole('textbox', { name: t('destinations.fields.ExternalAddress') });
    const question = page.getByRole('alertdialog', { name: t('session-prompts.again.title') });
    const endEverywhereElse = () => elsewhere.call('EndOtherUserSessions');

    await test.step('the session ends on another device while a form is filled in', async () => {
      await choose(page, t('transfers.asset.label'), 'ETH');
      await address.fill(receiver);
      await amount.fill('0.05');
      await endEverywhereElse();
      await expect(question).toContainText(who.userName, { timeout: pollMs });
    });

    await test.step('Escape closes nothing, and a wrong password is refused with a message', async () => {
      await page.keyboard.press('Escape');
      await signInAgain(page, t, 'Not-the-right-one-1');
      await expect(question.getByText(t('session-prompts.wrongPassword'))).toBeVisible();
    });

    await test.step('the right password continues where the customer was', async () => {
      await signInAgain(page, t, who.password);
      await expect(question).toBeHidden();
      await expect(page).toHaveURL(/\/ramping\/withdraw/);
      await expect(amount).toHaveValue('0.05');
      await expect(address).toHaveValue(receiver);
    });

    await test.step('leaving instead leads to sign-in', async () => {
      await endEverywhereElse();
      await expect(question).toBeVisible({ timeout: pollMs });
      await question.getByRole('button', { name: t('session-prompts.again.leave') }).click();
      await expect(page).toHaveURL(/\/signin/);
      await expect(question).toBeHidden();
      expect(await page.evaluate(() => localStorage.getItem('app.user.v1'))).toBeNull();
    });

    await test.step('another customer who signs in sees nothing of the form', async () => {
      await submitCredentials(page, t, who);
      await expect(page).toHaveURL(/\/ramping\/withdraw/);
      await choose(page, t('transfers.asset.label'), 'ETH');
      await address.fill(receiver);
      await endEverywhereElse();
      await expect(question).toBeVisible({ timeout: pollMs });
      const other = await registerOnly(url(), newName('otra', language));
      const beside = await openTab(context, language);
      await beside.goto(`${url()}/signin`);
      await submitCredentials(beside, t, other);
      await expect(beside).toHaveURL(/\/dashboard/);
      await expect(question).toBeHidden();
      await expect(page.getByText(receiver)).toHaveCount(0);
      await expect(address.and(page.locator(`[value="${receiver}"]`))).toHaveCount(0);
    });
  });
}

async function signInAgain(page: Page, t: Translate, password: string): Promise<void> {
  const question = page.getByRole('alertdialog', { name: t('session-prompts.again.title') });
  await question.getByLabel(t('session-prompts.password'), { exact: true }).fill(password);
  await question.getByRole('button', { name: t('session-prompts.again.submit') }).click();
}
