/**
 * X2, X5, S5: secrets that a customer types or sees stay in the page. No file of the exchange contains them: not its
 * log or PostgreSQL's, not its tables or their WAL, not a backup. The browser stores the session, a device token and
 * preferences.
 */
import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { Canaries } from '@salar/exchange/tests/support/canaries';
import { fillBrazilForm, randomCpf } from '../support/brazil-form.ts';
import { readStoredData } from '../support/browser-memory.ts';
import { registerCustomer } from '../support/customers.ts';
import type { TestCustomer } from '../support/customers.ts';
import { writeTables } from '../support/journey-database.ts';
import { findSecretsBelow } from '../support/find-secrets.ts';
import { ApiKeyClient, createApiKey } from '../support/api-key-client.ts';
import { addVirtualAuthenticator, section, switchOnSecondFactor } from '../support/security-page.ts';
import { serverDir } from '../support/server.ts';
import {
  logOut,
  newName,
  openTab,
  signInUpToCode,
  submitCredentials,
  typeRecoveryCode,
  url,
} from '../support/sign-in-pages.ts';
import { expect, test } from '../support/test.ts';
import { createTranslate } from '../support/translations.ts';

const t = createTranslate('en');
const wrongPassword = 'A-wrong-canary-4711';
const street = 'Rua do Canario 4711';
const dataDir = process.env['SALAR_E2E_DATA_DIR'] ?? '';

test('no password, code, key or number remains in the browser or in a file', async ({ context }) => {
  test.setTimeout(240_000);
  const customer = await registerCustomer(url(), newName('canary', 'en'), 1);
  const canaries = new Canaries();
  canaries.plant('password', customer.password);
  canaries.plant('wrong password', wrongPassword);
  await useKey(customer, canaries);

  const page = await openTab(context, 'en');
  await addVirtualAuthenticator(page);
  const leftBehind = async () => canaries.findInText(await readStoredData(page));

  await page.goto(`${url()}/signin`);
  await submitCredentials(page, t, { ...customer, password: wrongPassword });
  await expect(page.getByText(t('errors.loginFailed')).first()).toBeVisible();
  expect(await leftBehind()).toEqual([]);
  await submitCredentials(page, t, customer);
  await expect(page).toHaveURL(/\/dashboard/);
  expect(await leftBehind()).toEqual([]);

  await page.goto(`${url()}/settings/security`);
  const { app, recoveryCodes } = await switchOnSecondFactor(page, t);
  canaries.plant('authenticator secret', app.secret);
  canaries.plantBytes('authenticator secret', app.secretBytes);
  for (const code of recoveryCodes) canaries.plant('recovery code', code);
  expect(await leftBehind()).toEqual([]);

  await page.goto(`${url()}/settings/verification`);
  await sendBrazilForm(page, canaries);
  expect(await leftBehind()).toEqual([]);

  await logOut(page, t, customer);
  await signInUpToCode(page, t, customer);
  expect(await leftBehind()).toEqual([]);
  await typeRecoveryCode(page, t, recoveryCodes[0] ?? '');
  await expect(page).toHaveURL(/\/dashboard/);
  expect(await leftBehind()).toEqual([]);
  expect(await readStoredData(page)).toContain('salar_device'); // shows that the search works

  await test.step('nor in any file of the exchange', () => expectNoneInFiles(customer, canaries));
});

/** A program signs in with a key, over HTTP and on a socket. */
async function useKey(customer: TestCustomer, canaries: Canaries): Promise<void> {
  const key = await createApiKey(customer, ['AccountReadOnly']);
  canaries.plant('API secret', key.APISecret);
  const program = await ApiKeyClient.start(url(), key);
  expect(await program.read()).toEqual(['answered', 'answered']);
  program.stop();
}

async function sendBrazilForm(page: Page, canaries: Canaries): Promise<void> {
  const cpf = randomCpf();
  canaries.plant('CPF', cpf);
  canaries.plant('CPF', cpf.replaceAll(/\D/g, ''));
  canaries.plant('street', street);
  const card = section(page, t('brazil-form.title'));
  await fillBrazilForm(page, card, t, { cpf, street });
  await card.getByRole('button', { name: t('brazil-form.send'), exact: true }).click();
  await expect(card.getByRole('status')).toContainText(t('brazil-form.status.Processing'));
}

async function expectNoneInFiles(customer: TestCustomer, canaries: Canaries): Promise<void> {
  const backup = join(dataDir, 'canary-backup');
  const planted = join(dataDir, 'logs', 'canary');
  canaries.plant('witness', customer.userName);
  await writeTables();
  await promisify(execFile)(process.execPath, [join(serverDir, 'backup.js'), '--to', backup], {
    env: { ...process.env, SALAR_DATA_DIR: dataDir },
  });
  await writeFile(planted, Buffer.from(`{"any":"${customer.password}"}`, 'utf16le'));
  try {
    const found = await findSecretsBelow(dataDir, canaries);
    for (const place of [/^postgres\/base\//, /^postgres\/pg_wal\//, /^canary-backup\/.*\/base\//])
      expect(
        found.some(({ name, file }) => name === 'witness' && place.test(file)),
        `the search sees ${String(place)}`,
      ).toBe(true);
    expect(found.filter(({ name }) => name !== 'witness')).toEqual([
      { name: 'password', file: join('logs', 'canary') }, // the one that is planted there
    ]);
    const printed = canaries.findInBytes(await readFile(process.env['SALAR_E2E_OUTPUT'] ?? ''));
    expect(printed.filter((name) => name !== 'witness')).toEqual([]);
  } finally {
    await rm(planted);
    await rm(backup, { recursive: true });
  }
}
