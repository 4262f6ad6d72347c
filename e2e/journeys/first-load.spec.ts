/** A page for a returning customer: its first API responses are requested while its code loads. */
import type { Page } from '@playwright/test';
import { firstCalls } from '@salar/web/build/first-calls';
import { registerCustomer } from '../support/customers.ts';
import { setAppearance } from '../support/screens.ts';
import { enterAs, newName, url } from '../support/sign-in-pages.ts';
import { expect, test } from '../support/test.ts';
import { createTranslate } from '../support/translations.ts';
import type { Language } from '../support/translations.ts';

test('every page uses the responses that were requested while its code was loading', async ({ page }) => {
  const customer = await registerCustomer(url(), newName('first-load', 'en'), 2);
  await enterAs(page, customer, '/dashboard');
  // From now on the browser stores the account id.
  await page.waitForFunction(() => localStorage.getItem('app.user.v1')?.includes('"accountId"'));
  // Once the account is followed, data that may have changed meanwhile is requested again.
  await page.routeWebSocket('**/WSGateway', () => undefined);
  let requested: string[] = [];
  page.on('request', (request) => requested.push(`${new URL(request.url()).pathname} ${request.postData()}`));
  for (const [path, first] of Object.entries(firstCalls)) {
    await test.step(path, async () => {
      // The previous page may still send requests; they do not count for this one.
      await page.goto('about:blank');
      requested = [];
      await page.goto(`${url()}${path}`, { waitUntil: 'networkidle' });
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await expect.poll(() => untaken(page)).toEqual([]);
      const calls = requested.filter((one) => one.startsWith('/AP/'));
      expect(calls.filter((one, index) => calls.indexOf(one) !== index)).toEqual([]);
      for (const { path: call } of first) expect(calls.join('\n')).toContain(`${call} `);
    });
  }
});

// covers: session.3
test('the accounts of the session are requested once, after the first page, and the profile shows them', async ({
  page,
}) => {
  const customer = await registerCustomer(url(), newName('accounts', 'en'), 1);
  await enterAs(page, customer, '/dashboard');
  await page.waitForFunction(() => localStorage.getItem('app.user.v1')?.includes('"accountId"'));
  // Once the account is followed, data that may have changed meanwhile is requested again.
  await page.routeWebSocket('**/WSGateway', () => undefined);
  // The previous page may still send requests; they do not count for this one.
  await page.goto('about:blank');
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto(`${url()}/settings/profile`);
  const account = page.getByText(createTranslate('en')('settings.profile.level', { level: 1 }));
  await expect(account).toBeVisible();
  // The page itself needs the user only, and does not wait for the accounts.
  expect(requested.indexOf('/AP/GetUserInfo')).toBeLessThan(requested.indexOf('/AP/GetUserAccountInfos'));
  await page
    .getByRole('link', { name: createTranslate('en')('shell.nav.swap') })
    .first()
    .click();
  await page.waitForURL('**/swap');
  await page.waitForLoadState('networkidle');
  expect(requested.filter((path) => path === '/AP/GetUserAccountInfos')).toHaveLength(1);
});

test('nothing is requested before sign-in', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto(`${url()}/dashboard`);
  await page.waitForURL('**/signin');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  expect(requested.filter((path) => path.startsWith('/AP/'))).toEqual([]);
});

test('a damaged stored session is ignored', async ({ page }) => {
  const broken: string[] = [];
  page.on('pageerror', ({ message }) => broken.push(message));
  await page.goto(`${url()}/signin`);
  for (const damaged of [
    '{',
    '7',
    '{"userId":"1\\"","sessionToken":"t","user":{"userId":1,"accountId":"\\"2"}}',
  ]) {
    await page.evaluate((value) => localStorage.setItem('app.user.v1', value), damaged);
    await page.goto(`${url()}/dashboard`);
    await page.waitForURL('**/signin');
    expect(await untaken(page)).toBeUndefined();
  }
  expect(broken).toEqual([]);
});

test('a list opens for a press during which its code arrived', async ({ page }) => {
  const customer = await registerCustomer(url(), newName('first-press', 'en'), 0);
  let release = () => undefined as void;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route(/assets\/select-view-/, async (route) => {
    await isReleased;
    await route.continue();
  });
  await enterAs(page, customer, '/settings/trade-report');
  const list = page.getByRole('button', { name: /Type$/ });
  await list.hover();
  await page.mouse.down();
  const arrived = page.waitForEvent('requestfinished', (request) => request.url().includes('select-view-'));
  release();
  await arrived;
  // Another list, which is not pressed, shows that the code has loaded.
  await expect(page.getByRole('button', { name: /Status$/ })).toHaveAttribute('data-react-aria-pressable');
  await page.mouse.up();
  await expect(page.getByRole('option', { name: 'Withdrawal' })).toBeVisible();
});

test('while code does not load, the page uses the language of the customer and offers to reload', async ({
  page,
}) => {
  await page.route(/assets\/start-/, (route) => route.abort());
  await setAppearance(page, 'dark', 'es');
  await page.goto(`${url()}/signin`, { waitUntil: 'commit' });
  const sentence = (language: Language) => page.getByText(createTranslate(language)('shell.auth.artCaption'));
  await expect(sentence('es')).toBeVisible();
  await expect(sentence('en')).toBeHidden();
  const again = page.getByRole('link', { name: createTranslate('es')('shell.routeError.reload') });
  await expect(again).toHaveCSS('opacity', '0');
  await page.evaluate(() => document.getAnimations().forEach((one) => one.finish()));
  await expect(again).toHaveCSS('opacity', '1');
  await page.unrouteAll();
  await again.click();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
});

test('a form before sign-in does not move when the link to the local pages appears late', async ({
  page,
}) => {
  let release = () => undefined as void;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/local/status', async (route) => {
    await isReleased;
    await route.continue();
  });
  // The row of links is full without it at this width.
  await page.setViewportSize({ width: 412, height: 823 });
  await setAppearance(page, 'dark', 'en');
  await page.goto(`${url()}/signin`);
  const title = page.getByRole('heading', { level: 1 });
  await title.waitFor();
  await page.evaluate(() => document.fonts.ready);
  const before = await title.boundingBox();
  release();
  await page.getByRole('link', { name: createTranslate('en')('shell.footer.local') }).waitFor();
  expect(await title.boundingBox()).toEqual(before);
});

/** Returns the early requests that no page has used; undefined when there were no early requests. */
function untaken(page: Page): Promise<string[] | undefined> {
  return page.evaluate(() => {
    const { salarFirstAnswers } = window as { salarFirstAnswers?: { path: string }[] };
    return salarFirstAnswers?.map(({ path }) => path);
  });
}
