/** Signs in and out on the screen, in each of the app's languages, and opens links of mails. */
import { expect } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { Api } from './api.ts';
import type { TestCustomer } from './customers.ts';
import { setAppearance } from './screens.ts';
import type { Language, Translate } from './translations.ts';

/**
 * Returns the URL of the journeys' exchange with a host name, because browsers create passkeys for names, not for
 * addresses.
 */
export const url = () => (process.env['SALAR_E2E_URL'] ?? '').replace('127.0.0.1', 'localhost');

export async function openTab(context: BrowserContext, language: Language): Promise<Page> {
  const page = await context.newPage();
  await setAppearance(page, 'light', language);
  return page;
}

/** Stores a session in the browser once, so that signing out is permanent. */
export async function enterAs(page: Page, customer: TestCustomer, path: string): Promise<void> {
  await page.goto(`${url()}/signin`);
  const session = JSON.stringify({ userId: customer.userId, sessionToken: customer.api.token });
  await page.evaluate((value) => localStorage.setItem('app.user.v1', value), session);
  await page.goto(url() + path);
}

type Credentials = Pick<TestCustomer, 'userName' | 'password'>;

/** Types name and password into the sign-in page and submits them. */
export async function submitCredentials(
  page: Page,
  t: Translate,
  { userName, password }: Credentials,
): Promise<void> {
  await page.getByLabel(t('sign-in.userName'), { exact: true }).fill(userName);
  await page.getByLabel(t('sign-in.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('sign-in.submit'), exact: true }).click();
}

/** Signs in with a password only, from any page. */
export async function signInOn(page: Page, t: Translate, who: Credentials): Promise<void> {
  await page.goto(`${url()}/signin`);
  await submitCredentials(page, t, who);
  await expect(page).toHaveURL(/\/dashboard/);
}

/** Signs in up to the second step, where the page prompts for a code. */
export async function signInUpToCode(page: Page, t: Translate, who: Credentials): Promise<void> {
  await page.goto(`${url()}/signin`);
  await submitCredentials(page, t, who);
  await expect(page.getByRole('heading', { name: t('sign-in.code.title') })).toBeVisible();
}

/** Types a code; the page submits it after six digits. */
export async function typeCode(page: Page, t: Translate, code: string): Promise<void> {
  await page.getByLabel(t('second-factor.code.label')).fill(code);
}

export async function typeRecoveryCode(page: Page, t: Translate, code: string): Promise<void> {
  const field = page.getByLabel(t('second-factor.code.recoveryLabel'), { exact: true });
  if (!(await field.isVisible()))
    await page.getByRole('button', { name: t('second-factor.code.useRecovery') }).click();
  await field.fill(code);
  await field.press('Enter');
}

export async function logOut(
  page: Page,
  t: Translate,
  { userName }: Pick<TestCustomer, 'userName'>,
): Promise<void> {
  await page.getByRole('button', { name: t('shell.menu.open', { userName }) }).click();
  // The URL is /signin before the page reloads, and the reload would interrupt the next step.
  const isAfresh = page.waitForEvent('load');
  await page.getByRole('menuitem', { name: t('shell.menu.logOut') }).click();
  await isAfresh;
  await expect(page).toHaveURL(/\/signin/);
}

/** Returns the newest link of a kind, once `count` of them were mailed. */
export async function mailedLink(email: string, path: string, count: number): Promise<string> {
  const api = new Api(url());
  let links: readonly string[] = [];
  await expect
    .poll(async () => {
      links = (await api.mailsTo(email)).flatMap((mail) => mail.links.filter((link) => link.includes(path)));
      return links.length;
    })
    .toBe(count);
  return toLocalUrl(links[0] ?? '');
}

/** Converts a mailed link to the host of the journeys' exchange. */
export function toLocalUrl(link: string): string {
  const { pathname, search } = new URL(link);
  return url() + pathname + search;
}

/** Returns a new user name. */
export function newName(beginning: string, language: Language): string {
  return `${beginning}${language}${Date.now()}`;
}

/** Sets the language of the customer's mails. */
export async function setMailLanguage(language: Language, { api, userId }: TestCustomer): Promise<void> {
  await api.call('SetUserConfig', {
    UserId: userId,
    Config: [{ Key: 'Language', Value: language.toUpperCase() }],
  });
}
