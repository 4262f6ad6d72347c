/**
 * API keys: created, saved and changed on their page, and used by a program for which every change takes effect with
 * its next call, over HTTP and on an open socket.
 */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { registerCustomer } from '../support/customers.ts';
import type { TestCustomer } from '../support/customers.ts';
import { ageReauthentications } from '../support/journey-database.ts';
import { runOperatorOrThrow } from '../support/operators.ts';
import { ApiKeyClient, createApiKey } from '../support/api-key-client.ts';
import type { ExportedKey } from '../support/api-key-client.ts';
import { seedSession, setAppearance } from '../support/screens.ts';
import { newName } from '../support/sign-in-pages.ts';
import { expect, test } from '../support/test.ts';
import { selectLanguages, createTranslate } from '../support/translations.ts';
import type { Language, Translate } from '../support/translations.ts';

const url = () => process.env['SALAR_E2E_URL'] ?? '';
const elsewhere = '203.0.113.9';
const allowed = ['answered', 'answered'];
const forbidden = ['not authorized', 'not authorized'];
const shut = ['unknown caller', 'not authorized'];

async function openKeys(page: Page, customer: TestCustomer, language: Language): Promise<void> {
  await setAppearance(page, 'dark', language);
  await seedSession(page, customer);
  await page.goto(`${url()}/settings/profile`);
  await page
    .getByRole('link', { name: createTranslate(language)('settings.menu.apiKeys'), exact: true })
    .click();
}

for (const language of selectLanguages(0)) {
  test(`a key is created, used, restricted and deleted, in ${language}`, async ({ page, context }) => {
    test.setTimeout(180_000);
    const t = createTranslate(language);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const customer = await registerCustomer(url(), newName('key', language), 1);
    await openKeys(page, customer, language);

    const key = await makeKey(page, t);
    const row = page.getByRole('row').filter({ hasText: masked(key) });
    await expect(row).toContainText('127.0.0.1');
    const program = await ApiKeyClient.start(url(), key);
    expect(await program.read()).toEqual(allowed);

    await test.step('removed and added permissions take effect', async () => {
      await row
        .getByRole('button', { name: t('api-keys.table.editPermissions', { key: masked(key) }) })
        .click();
      const dialog = page.getByRole('dialog', { name: t('api-keys.permissions.title') });
      const current = dialog.getByRole('region', { name: t('api-keys.permissions.current') });
      const available = dialog.getByRole('region', { name: t('api-keys.permissions.available') });
      const read = { permission: 'AccountReadOnly' };
      await current.getByRole('button', { name: t('api-keys.permissions.remove', read) }).click();
      await expect(available.getByText('AccountReadOnly')).toBeVisible();
      await expect(current.getByText('AccountReadOnly')).toBeHidden();
      await expect(page.getByText(t('api-keys.permissions.removed', read))).toBeVisible(); // also on the exchange
      expect(await program.read()).toEqual(forbidden);
      await available.getByRole('button', { name: t('api-keys.permissions.addNamed', read) }).click();
      await expect(current.getByText('AccountReadOnly')).toBeVisible();
      await expect(page.getByText(t('api-keys.permissions.added', read))).toBeVisible();
      expect(await program.read()).toEqual(allowed);
      for (const permission of ['Trading', 'Withdraw'])
        await available
          .getByRole('button', { name: t('api-keys.permissions.addNamed', { permission }) })
          .click();
      await expect(dialog.getByText(t('api-keys.permissions.allAssigned'))).toBeVisible();
      await dialog.getByRole('button', { name: t('api-keys.permissions.done') }).click();
      await expect(dialog).toBeHidden();
    });

    await test.step('it works from its addresses only', async () => {
      await allowFrom(page, t, key, elsewhere);
      await expect(row).toContainText(elsewhere);
      expect(await program.read()).toEqual(shut);
      expect(program.isLoggedOut()).toBe(true);
      await expect(ApiKeyClient.start(url(), key)).rejects.toThrow('the key was refused');
      await allowFrom(page, t, key, '');
      await expect(row).toContainText(t('api-keys.address.any'));
    });

    await test.step('a deleted key is refused', async () => {
      const again = await ApiKeyClient.start(url(), key);
      expect(await again.read()).toEqual(allowed);
      const remove = row.getByRole('button', { name: t('api-keys.table.delete', { key: masked(key) }) });
      const question = page.getByRole('alertdialog', { name: t('api-keys.delete.title') });
      await remove.click();
      await expect(question).toContainText(key.APIKey);
      await question.getByRole('button', { name: t('common.cancel') }).click();
      await expect(question).toBeHidden();
      expect(await again.read()).toEqual(allowed);
      await remove.click();
      await question.getByRole('button', { name: t('api-keys.delete.confirm') }).click();
      await expect(page.getByText(t('api-keys.empty.title'))).toBeVisible();
      expect(await again.read()).toEqual(shut);
      expect(again.isLoggedOut()).toBe(true);
      again.stop();
    });
    program.stop();
  });
}

for (const language of selectLanguages(1)) {
  test(`an added permission requires a recent re-authentication, in ${language}`, async ({ page }) => {
    const t = createTranslate(language);
    const customer = await registerCustomer(url(), newName('proof', language), 1);
    const key = await createApiKey(customer, ['Trading']);
    const session = await new Api(url()).signIn(customer.userName, customer.password);
    await ageReauthentications(customer.userId);
    await openKeys(page, { ...customer, api: session }, language);
    await page
      .getByRole('button', { name: t('api-keys.table.editPermissions', { key: masked(key) }) })
      .click();
    const dialog = page.getByRole('dialog', { name: t('api-keys.permissions.title') });
    const current = dialog.getByRole('region', { name: t('api-keys.permissions.current') });
    const proof = page.getByRole('dialog', { name: t('session-prompts.proof.title') });
    const add = (permission: string) =>
      dialog.getByRole('button', { name: t('api-keys.permissions.addNamed', { permission }) }).click();

    await add('AccountReadOnly');
    await proof.getByRole('button', { name: t('common.cancel') }).click();
    await expect(dialog.getByText(t('errors.reauthenticationDeclined'))).toBeVisible();
    await expect(current.getByText('AccountReadOnly', { exact: true })).toBeHidden();

    await add('AccountReadOnly');
    const password = proof.getByLabel(t('session-prompts.password'), { exact: true });
    const confirm = proof.getByRole('button', { name: t('session-prompts.proof.submit') });
    await password.fill('not-mine-2026');
    await confirm.click();
    await expect(proof.getByText(t('session-prompts.wrongPassword'))).toBeVisible();
    await password.fill(customer.password);
    await confirm.click();
    await expect(proof).toBeHidden();
    await expect(current.getByText('AccountReadOnly', { exact: true })).toBeVisible();

    await add('Deposit');
    await expect(current.getByText('Deposit', { exact: true })).toBeVisible();
  });
}

test('the key of a locked owner is refused with its next call', async () => {
  const customer = await registerCustomer(url(), newName('lock', 'en'), 1);
  const program = await ApiKeyClient.start(url(), await createApiKey(customer, ['AccountReadOnly']));
  expect(await program.read()).toEqual(allowed);
  const asOperator = (act: string, reason: string) =>
    runOperatorOrThrow(process.env['SALAR_E2E_DATA_DIR'] ?? '', process.env['SALAR_E2E_OPERATOR'] ?? '', [
      'customers',
      act,
      customer.userName,
      '--reason',
      reason,
    ]);
  await asOperator('lock', 'a call from the customer');
  expect(await program.read()).toEqual(shut);
  expect(program.isLoggedOut()).toBe(true);
  program.stop();
});

/** Creates the first key of a customer on the page, and returns the file in which it was saved. */
async function makeKey(page: Page, t: Translate): Promise<ExportedKey> {
  await expect(page.getByText(t('api-keys.empty.title'))).toBeVisible();
  await page.getByRole('button', { name: t('api-keys.empty.action') }).click();
  const form = page.getByRole('dialog', { name: t('api-keys.create.title') });
  const submit = form.getByRole('button', { name: t('api-keys.create.submit') });
  await form.getByText('AccountReadOnly').waitFor();
  await submit.click();
  await expect(form.getByRole('alert')).toHaveText(t('api-keys.create.chooseOne'));
  await form.getByText('AccountReadOnly').click();
  await form.getByText('Deposit', { exact: true }).click();
  const addresses = form.getByLabel(t('api-keys.address.label'));
  await addresses.fill('127.0.0.1, home');
  await expect(form.getByText(t('api-keys.address.someMalformed'))).toBeVisible();
  await submit.click();
  await expect(form.getByText(t('refusals.ipInvalid', { value: 'home' }))).toBeVisible();
  await expect(addresses).toHaveValue('127.0.0.1, home');
  await addresses.fill(' 127.0.0.1 ,');
  await submit.click();

  const dialog = page.getByRole('dialog', { name: t('api-keys.credentials.title') });
  await cannotLeave(page, dialog, t);
  const key = await exported(page, dialog, t);
  expect(key).toMatchObject({ Permissions: ['AccountReadOnly', 'Deposit'], IpWhiteList: '127.0.0.1' });
  for (const [name, value] of [
    ['key', key.APIKey],
    ['secret', key.APISecret],
  ] as const) {
    const item = t(`api-keys.credentials.${name}`);
    await expect(dialog.getByText(value, { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: t('api-keys.credentials.copy', { item }) }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(value);
  }
  await dialog.getByText(t('api-keys.credentials.kept')).click();
  await dialog
    .getByRole('button', { name: t('api-keys.credentials.close') })
    .last()
    .click();
  await expect(dialog).toBeHidden();
  expect(await rememberedBy(page)).not.toContain(key.APISecret);
  return key;
}

/** Checks that the new key's dialog stays open until its owner confirms that the key is saved. */
async function cannotLeave(page: Page, dialog: Locator, t: Translate): Promise<void> {
  const prompt = dialog.getByText(t('api-keys.credentials.keepFirst'));
  await expect(dialog).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(prompt).toBeVisible();
  await dialog
    .getByRole('button', { name: t('api-keys.credentials.close') })
    .last()
    .click();
  await page.keyboard.press('Escape');
  await page.mouse.click(3, 3);
  await expect(dialog.getByRole('checkbox')).toBeFocused();
  await expect(page.locator('[data-sonner-toast][data-type=error]')).toHaveCount(0);
  const warned = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const warning = await warned;
  expect(warning.type()).toBe('beforeunload');
  await warning.dismiss();
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(/\/settings\/api-keys$/);
}

/** Returns whether nothing covers the centre of the element. */
function isOnTop(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
}

async function exported(page: Page, dialog: Locator, t: Translate): Promise<ExportedKey> {
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: t('api-keys.credentials.export') }).click();
  const file = await download;
  // A toast can be reached while a dialog is open.
  await expect.poll(() => isOnTop(page.locator('[data-sonner-toast][data-front="true"]'))).toBe(true);
  const key = JSON.parse(readFileSync(await file.path(), 'utf8')) as ExportedKey;
  expect(file.suggestedFilename()).toBe(`api-key-${key.APIKey.slice(0, 8)}.json`);
  expect(Object.keys(key)).toEqual(['APIKey', 'APISecret', 'Nonce', 'UserId', 'Permissions', 'IpWhiteList']);
  return key;
}

async function allowFrom(page: Page, t: Translate, key: ExportedKey, addresses: string): Promise<void> {
  await page.getByRole('button', { name: t('api-keys.table.editAddresses', { key: masked(key) }) }).click();
  const dialog = page.getByRole('dialog', { name: t('api-keys.address.title') });
  await dialog.getByLabel(t('api-keys.address.label')).fill(addresses);
  await dialog.getByRole('button', { name: t('api-keys.address.submit') }).click();
  await expect(dialog).toBeHidden();
}

/** Formats it like the table. */
function masked({ APIKey }: ExportedKey): string {
  return `${APIKey.slice(0, 8)}…`;
}

function rememberedBy(page: Page): Promise<string> {
  return page.evaluate(() =>
    [...Object.values(localStorage), ...Object.values(sessionStorage), document.body.innerText].join('\n'),
  );
}
