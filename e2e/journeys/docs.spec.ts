/** The API documents: a developer's first order with the commands of the page, and a call tried from the page. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { sweepOnly } from '../support/sweep.ts';
import { expect, test } from '../support/test.ts';

const url = () => process.env['SALAR_E2E_URL'] ?? '';
const run = promisify(execFile);

// The page is long; recording each of its states takes longer than the journeys.
test.use({ trace: 'off' });

/** Errors of the browser console, including policy violations. */
function collectErrors(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}

test('a developer pastes the commands of the page one after another, and has placed and cancelled an order', async ({
  page,
}) => {
  await page.goto(`${url()}/docs`);
  const steps = page.locator('.steps > li');
  const titles = await steps.getByRole('heading').allTextContents();
  const commands = await steps.locator('pre[data-runs]').allTextContents();
  expect(commands).toHaveLength(titles.length);

  const mark = '--- step';
  const script = commands.map((command) => `${command}\necho; echo '${mark}'`).join('\n');
  const { stdout } = await run('bash', ['-euc', script], { timeout: 60_000 });
  const said = new Map(stdout.split(mark).map((text, place) => [titles[place], text.trim()]));

  expect(said.get('Sign in')).toMatch(/^sal_s_/);
  expect(said.get('Look at a market')).toContain('"Symbol":"BTCUSDT"');
  const order = said.get('Place a limit order') ?? '';
  expect(order).toMatch(/^\d+$/);
  expect(said.get('See it')).toContain(`"OrderId":${order},`);
  expect(said.get('See it')).toContain('"OrderState":"Working"');
  expect(said.get('Cancel it')).toContain('"result":true');
  expect(said.get('Create a key for your program')).toMatch(/^[0-9a-f]{32}$/);
  expect(said.get('Sign a request with it')).toMatch(/^\[/);
  expect(said.get('Sign a request with it')).not.toContain(`"OrderId":${order},`);
  expect(said.get('Clean up')?.match(/"result":true/g)).toHaveLength(2);
});

test(
  'a call is found by the keyboard and tried from the page, and nothing of it is stored in the browser',
  sweepOnly,
  async ({ page }) => {
    const complaints = collectErrors(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${url()}/docs`);

    await page.keyboard.press('/');
    const find = page.getByRole('searchbox', { name: 'Find a call' });
    await expect(find).toBeFocused();
    await find.fill('getaccountpos');
    await expect(page.getByText('1 call', { exact: true })).toBeVisible();
    await find.press('Enter');
    await expect(page).toHaveURL(/#GetAccountPositions$/);
    const call = page.getByRole('article', { name: 'GetAccountPositions' });
    await expect(call.getByRole('heading', { name: 'GetAccountPositions' })).toBeInViewport();

    await call.getByText('Try it').click();
    await call.getByRole('button', { name: 'Send' }).click();
    await expect(call.getByText('401 refused')).toBeVisible();
    await expect(call.getByText('NOT AUTHORIZED', { exact: true })).toBeVisible();

    const session = page.getByRole('region', { name: 'Try the calls from here' });
    await session.getByLabel('Password').fill('Demo-2026!');
    await Promise.all([
      page.waitForResponse(/AuthenticateUser$/),
      session.getByRole('button', { name: 'Sign in' }).click(),
    ]);
    await expect(session.getByText('Signed in as demo.')).toBeVisible();
    await call.getByRole('button', { name: 'Send' }).click();
    await expect(call.locator('.try').getByText('"ProductSymbol": "USDT"')).toBeVisible();

    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
  },
);

test('on a phone the contents open over the page, navigate and close; the theme is the app’s', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 780 }, colorScheme: 'dark' });
  const page = await context.newPage();
  await page.goto(`${url()}/docs`);
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await expect(contents).toBeHidden();
  await page.getByRole('button', { name: 'Contents' }).click();
  await contents.getByRole('link', { name: 'Rate limits' }).click();
  await expect(contents).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Rate limits' })).toBeInViewport();

  await page.getByRole('button', { name: 'Light theme' }).click();
  await page.goto(`${url()}/signin`);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await context.close();
});
