/** Actions that are the same on several screens. */
import type { Page } from '@playwright/test';

export async function signInAs(
  page: Page,
  { userName, password }: { readonly userName: string; readonly password: string },
): Promise<void> {
  await page.getByLabel('Username').fill(userName);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Chooses an asset, unless it is already chosen. */
export async function choose(page: Page, label: string, symbol: string): Promise<void> {
  const picker = page.getByRole('button', { name: new RegExp(`^${label}`) });
  await picker.waitFor();
  if (((await picker.getAttribute('aria-label')) ?? '').endsWith(`: ${symbol}`)) return;
  await picker.click();
  const option = page.getByRole('option', { name: new RegExp(`^${symbol}\\b`) });
  await option.click();
  // The list fades out: the next one must not open above it.
  await option.waitFor({ state: 'detached' });
}

/** Chooses the network of an asset that has several. */
export async function chooseNetwork(page: Page, network: string): Promise<void> {
  const field = page.getByLabel(/^Network/).first();
  await field.click();
  await page
    .getByRole('option', { name: network })
    .or(page.getByRole('radio', { name: network }))
    .first()
    .click();
}
