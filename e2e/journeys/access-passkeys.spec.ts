/** A passkey signs in alone and in place of a code, until it is removed. */
import { registerCustomer } from '../support/customers.ts';
import { enableSecondFactor } from '../support/second-factor.ts';
import { setAppearance } from '../support/screens.ts';
import { addVirtualAuthenticator, section } from '../support/security-page.ts';
import { enterAs, logOut, newName, signInUpToCode, url } from '../support/sign-in-pages.ts';
import { sweepOnly } from '../support/sweep.ts';
import { expect, test } from '../support/test.ts';
import { selectLanguages, createTranslate } from '../support/translations.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ timeout: 300_000 });

for (const language of selectLanguages(7)) {
  test(`a passkey signs in without a name and in place of a code, until it is removed, in ${language}`, async ({
    page,
  }) => {
    const t = createTranslate(language);
    const who = await registerCustomer(url(), newName('llave', language), 0);
    await addVirtualAuthenticator(page);
    await setAppearance(page, 'light', language);
    const card = section(page, t('security.passkeys.title'));

    await test.step('it is added with a name', async () => {
      await enterAs(page, who, '/settings/security');
      await card.getByRole('button', { name: t('security.passkeys.add') }).click();
      await page.getByLabel(t('security.addPasskey.name')).fill('Key ring');
      await page.keyboard.press('Enter');
      await expect(card.getByText('Key ring')).toBeVisible();
      await expect(card.getByText(t('security.passkeys.neverUsed'))).toBeVisible();
    });
    await enableSecondFactor(who);
    await logOut(page, t, who);

    await test.step('it signs in without a name, a password or a code', async () => {
      await page.getByRole('button', { name: t('sign-in.passkey') }).click();
      await expect(page).toHaveURL(/\/dashboard/);
      await logOut(page, t, who);
    });

    await test.step('after a password it replaces the code', async () => {
      await signInUpToCode(page, t, who);
      await page.getByRole('button', { name: t('sign-in.codePasskey') }).click();
      await expect(page).toHaveURL(/\/dashboard/);
    });

    await test.step('removed, it is refused', async () => {
      await page.goto(`${url()}/settings/security`);
      await card
        .getByRole('button', { name: t('security.passkeys.removeNamed', { name: 'Key ring' }) })
        .click();
      await page.getByRole('button', { name: t('security.removePasskey.confirm') }).click();
      await expect(card.getByText(t('security.passkeys.empty'))).toBeVisible();
      await logOut(page, t, who);
      await page.getByRole('button', { name: t('sign-in.passkey') }).click();
      await expect(page.getByText(t('second-factor.passkey.refused'))).toBeVisible();
      await expect(page).toHaveURL(/\/signin/);
    });
  });
}

test('the username field offers the passkey, which signs in', sweepOnly, async ({ page }) => {
  const t = createTranslate('es');
  const who = await registerCustomer(url(), newName('autofill', 'es'), 0);
  await addVirtualAuthenticator(page, { isOfferedInFields: true });
  await setAppearance(page, 'light', 'es');
  const challenges: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/AP/BeginPasskeySignIn')) challenges.push(request.url());
  });

  await enterAs(page, who, '/settings/security');
  const card = section(page, t('security.passkeys.title'));
  await card.getByRole('button', { name: t('security.passkeys.add') }).click();
  await page.getByLabel(t('security.addPasskey.name')).fill('Key ring');
  await page.keyboard.press('Enter');
  await expect(card.getByText('Key ring')).toBeVisible();
  await logOut(page, t, who);

  const userName = page.getByLabel(t('sign-in.userName'), { exact: true });
  await expect(userName).toBeVisible();
  expect(challenges).toEqual([]);
  await userName.focus();
  await expect(page).toHaveURL(/\/dashboard/);
  expect(challenges).toHaveLength(1);

  await test.step('once it is removed, its use is refused', async () => {
    await page.goto(`${url()}/settings/security`);
    await card
      .getByRole('button', { name: t('security.passkeys.removeNamed', { name: 'Key ring' }) })
      .click();
    await page.getByRole('button', { name: t('security.removePasskey.confirm') }).click();
    await expect(card.getByText(t('security.passkeys.empty'))).toBeVisible();
    await logOut(page, t, who);
    await userName.focus();
    await expect(page.getByRole('alert').getByText(t('second-factor.passkey.refused'))).toBeVisible();
    await expect(page).toHaveURL(/\/signin/);
  });
});
