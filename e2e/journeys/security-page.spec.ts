/**
 * The security page against a real server: a second factor, a passkey, sessions and the activity log. Spanish is checked
 * on a phone, the other languages on a desktop.
 */
import type { Page } from '@playwright/test';
import type { Authenticator } from '../support/authenticator.ts';
import { registerCustomer, signInCustomer } from '../support/customers.ts';
import type { TestCustomer } from '../support/customers.ts';
import { seedSession, setAppearance } from '../support/screens.ts';
import {
  addVirtualAuthenticator,
  readRecoveryCodes,
  section,
  switchOnSecondFactor,
} from '../support/security-page.ts';
import { url } from '../support/sign-in-pages.ts';
import { expect, test } from '../support/test.ts';
import { createTranslate, selectLanguages } from '../support/translations.ts';
import type { Translate } from '../support/translations.ts';

for (const language of selectLanguages(1)) {
  const isPhone = language === 'es';
  test(`a customer secures the account and reads the activity log, in ${language}`, async ({ browser }) => {
    const t = createTranslate(language);
    const customer = await registerCustomer(url(), `safe${language}${Date.now()}`, 0);
    const context = await browser.newContext({
      viewport: isPhone ? { width: 360, height: 780 } : { width: 1280, height: 900 },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await addVirtualAuthenticator(page);
    await setAppearance(page, isPhone ? 'dark' : 'light', language);
    await seedSession(page, customer);
    await page.goto(`${url()}/settings/security`);

    const { app } = await switchOnSecondFactor(page, t);
    await addAndRemovePasskey(page, t);
    await endElsewhere(page, t, customer, app);
    await renewCodesAndDisable(page, t, app);

    const record = section(page, t('security.activity.title'));
    for (const action of ['second_factor_on', 'passkey_added', 'passkey_removed', 'second_factor_off']) {
      await expect(record.getByText(t(`security.activity.actions.${action}`), { exact: true })).toBeVisible();
    }
    await context.close();
  });
}

async function addAndRemovePasskey(page: Page, t: Translate): Promise<void> {
  const card = section(page, t('security.passkeys.title'));
  await card.getByRole('button', { name: t('security.passkeys.add') }).click();
  const dialog = page.getByRole('dialog', { name: t('security.addPasskey.title') }); // the one before may still fade out
  await dialog.getByLabel(t('security.addPasskey.name')).fill('Key ring');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(card.getByText('Key ring')).toBeVisible();
  await card.getByRole('button', { name: t('security.passkeys.removeNamed', { name: 'Key ring' }) }).click();
  await page.getByRole('button', { name: t('security.removePasskey.confirm') }).click();
  await expect(card.getByText(t('security.passkeys.empty'))).toBeVisible();
}

/** A session that an API call opened is in the list and can be ended here. */
async function endElsewhere(
  page: Page,
  t: Translate,
  customer: TestCustomer,
  app: Authenticator,
): Promise<void> {
  await expect(signInCustomer(url(), customer)).rejects.toThrow('cannot sign in');
  const elsewhere = await secondSession(customer, app);
  await page.reload();
  const card = section(page, t('security.sessions.title'));
  await expect(card.getByRole('listitem')).toHaveCount(2);
  await expect(card.getByRole('listitem').first()).toContainText(t('security.sessions.current'));
  await card.getByRole('button', { name: t('security.sessions.endOthers') }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: t('security.endOthers.confirm') }).click();
  await expect(card.getByRole('listitem')).toHaveCount(1);
  const answer = await fetch(`${url()}/AP/GetUserInfo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', aptoken: elsewhere },
    body: '{}',
  });
  expect(answer.status).toBe(401);
}

/** Signs in with password and code. Returns the session's token. */
async function secondSession(customer: TestCustomer, app: Authenticator): Promise<string> {
  const basic = Buffer.from(`${customer.userName}:${customer.password}`).toString('base64');
  const password = await fetch(`${url()}/AP/AuthenticateUser`, {
    headers: { authorization: `Basic ${basic}` },
  });
  const { Pending2FaToken } = (await password.json()) as { Pending2FaToken: string };
  const code = await fetch(`${url()}/AP/Authenticate2FA`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', pending2fatoken: Pending2FaToken },
    body: JSON.stringify({ Code: await app.code() }),
  });
  return ((await code.json()) as { SessionToken: string }).SessionToken;
}

async function renewCodesAndDisable(page: Page, t: Translate, app: Authenticator): Promise<void> {
  const card = section(page, t('security.factor.title'));
  await card.getByRole('button', { name: t('security.factor.makeCodes') }).click();
  await page.getByRole('dialog', { name: t('security.newCodes.title') }).waitFor();
  await page.keyboard.type(await app.code());
  const [code = ''] = await readRecoveryCodes(
    page.getByRole('dialog', { name: t('security.kept.title') }),
    t,
  );

  await card.getByRole('button', { name: t('security.factor.disable'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('security.disable.title') });
  await dialog.getByRole('button', { name: t('second-factor.code.useRecovery') }).click();
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(card.getByText(t('security.factor.state.off'), { exact: true })).toBeVisible();
}
