/** Signing in and out on screen, in the app's own words, and the links that mails bring. */
import { expect } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { Api } from './api.ts';
import type { TestCustomer } from './customers.ts';
import { setAppearance } from './screens.ts';
import type { Language, Translate } from './translations.ts';

/** The exchange of all journeys, by name: browsers make passkeys for names, not for addresses. */
export const url = () => (process.env['SALAR_E2E_URL'] ?? '').replace('127.0.0.1', 'localhost');

export async function openTab(context: BrowserContext, language: Language): Promise<Page> {
  const page = await context.newPage();
  await setAppearance(page, 'light', language);
  return page;
}

/** Puts a session into the browser once, so that whoever signs out stays signed out. */
export async function enterAs(page: Page, customer: TestCustomer, path: string): Promise<void> {
  await page.goto(`${url()}/signin`);
  const session = JSON.stringify({ userId: customer.userId, sessionToken: customer.api.token });
  await page.evaluate((value) => localStorage.setItem('app.user.v1', value), session);
  await page.goto(url() + path);
}

type Credentials = Pick<TestCustomer, 'userName' | 'password'>;

/** Types name and password into the page of signing in, and sends them. */
export async function submitCredentials(
  page: Page,
  t: Translate,
  { userName, password }: Credentials,
): Promise<void> {
  await page.getByLabel(t('sign-in.userName'), { exact: true }).fill(userName);
  await page.getByLabel(t('sign-in.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('sign-in.submit'), exact: true }).click();
}

/** Signs in with a password only, from wherever the page is. */
export async function signInOn(page: Page, t: Translate, who: Credentials): Promise<void> {
  await page.goto(`${url()}/signin`);
  await submitCredentials(page, t, who);
  await expect(page).toHaveURL(/\/dashboard/);
}

/** Up to the second step of a sign-in: the page asks for a code. */
export async function signInUpToCode(page: Page, t: Translate, who: Credentials): Promise<void> {
  await page.goto(`${url()}/signin`);
  await submitCredentials(page, t, who);
  await expect(page.getByRole('heading', { name: t('sign-in.code.title') })).toBeVisible();
}

/** Six digits send themselves. */
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
  // The address says /signin before the page is loaded afresh, and who went on by then would be stopped by that.
  const isAfresh = page.waitForEvent('load');
  await page.getByRole('menuitem', { name: t('shell.menu.logOut') }).click();
  await isAfresh;
  await expect(page).toHaveURL(/\/signin/);
}

/** The newest link of a kind, once this many of them were mailed. */
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

/** A mailed link, at the exchange of the journeys. */
export function toLocalUrl(link: string): string {
  const { pathname, search } = new URL(link);
  return url() + pathname + search;
}

/** A name that nobody has yet. */
export function newName(beginning: string, language: Language): string {
  return `${beginning}${language}${Date.now()}`;
}

/** The customer's mails are in this language from now on. */
export async function setMailLanguage(language: Language, { api, userId }: TestCustomer): Promise<void> {
  await api.call('SetUserConfig', {
    UserId: userId,
    Config: [{ Key: 'Language', Value: language.toUpperCase() }],
  });
}
