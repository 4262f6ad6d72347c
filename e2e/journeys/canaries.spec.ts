/** X5, S5: what a customer types or is shown stays in the page: the browser remembers the session, a device and preferences. */
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { memoryOf } from '../support/browser-memory.ts';
import { registerCustomer } from '../support/customers.ts';
import { addVirtualAuthenticator, switchOnSecondFactor } from '../support/security-page.ts';
import {
  logOut,
  newName,
  openTab,
  signInUpToCode,
  submitCredentials,
  typeCode,
  url,
} from '../support/sign-in-pages.ts';
import { wordsOf } from '../support/words.ts';

const say = wordsOf('en');
const cpf = '529.982.247-25';
const street = 'Rua do Canario 4711';

test('no password, code, key or number is left behind in the browser', async ({ context }) => {
  test.setTimeout(180_000);
  const customer = await registerCustomer(url(), newName('canary', 'en'), 1);
  const page = await openTab(context, 'en');
  await addVirtualAuthenticator(page);
  const secrets = [customer.password, 'A-wrong-canary-4711', cpf, cpf.replaceAll(/\D/g, ''), street];
  const leftBehind = async () => found(await memoryOf(page), secrets);

  await page.goto(`${url()}/signin`);
  await submitCredentials(page, say, { ...customer, password: 'A-wrong-canary-4711' });
  await expect(page.getByText(say('errors.loginFailed')).first()).toBeVisible();
  expect(await leftBehind()).toEqual([]);
  await submitCredentials(page, say, customer);
  await expect(page).toHaveURL(/\/dashboard/);
  expect(await leftBehind()).toEqual([]);

  await page.goto(`${url()}/settings/security`);
  const { app, recoveryCodes } = await switchOnSecondFactor(page, say);
  secrets.push(...recoveryCodes, app.secret);
  expect(await leftBehind()).toEqual([]);

  await page.goto(`${url()}/settings/verification`);
  await fillBrazil(page);
  expect(await leftBehind()).toEqual([]);

  await logOut(page, say, customer);
  await signInUpToCode(page, say, customer);
  expect(await leftBehind()).toEqual([]);
  await typeCode(page, say, await app.code());
  await expect(page).toHaveURL(/\/dashboard/);
  expect(await leftBehind()).toEqual([]);
  expect(found(await memoryOf(page), ['salar_device'])).toEqual(['salar_device']); // the search can find
});

function found(memory: string, secrets: readonly string[]): readonly string[] {
  return secrets.filter((secret) => memory.includes(secret));
}

async function fillBrazil(page: Page): Promise<void> {
  const field = (name: string) => page.getByLabel(say(`brazil-form.fields.${name}`), { exact: true });
  await field('taxIdNumber').fill(cpf);
  await field('street').fill(street);
  await expect(field('street')).toHaveValue(street);
}
