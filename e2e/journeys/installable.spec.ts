/** The installed app: it opens without a connection, keeps the input, and sends nothing while offline. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { registerCustomer } from '../support/customers.ts';
import { setAppearance } from '../support/screens.ts';
import { root } from '../support/server.ts';
import { enterAs, logOut, newName, url } from '../support/sign-in-pages.ts';
import { expect, test } from '../support/test.ts';
import { selectLanguages, createTranslate } from '../support/translations.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, serviceWorkers: 'allow' });
test.describe.configure({ timeout: 300_000 });

test('the browser can install the app, in the language of the customer', async ({ page }) => {
  await setAppearance(page, 'dark', 'es');
  await page.goto(`${url()}/signin`);
  const link = page.locator('link[rel=manifest]');
  await expect(link).toHaveAttribute('href', '/manifest.es.webmanifest');
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = (await session.send('Page.getInstallabilityErrors')) as {
    installabilityErrors: { errorId: string }[];
  };
  // Only the private window of the test prevents the installation.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual(
    [],
  );
  const { data, errors } = (await session.send('Page.getAppManifest')) as {
    data: string;
    errors: unknown[];
  };
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data) as {
    icons: { src: string; sizes: string; type: string }[];
    shortcuts: { name: string; url: string }[];
  };
  expect(manifest.shortcuts.map(({ url: path }) => path)).toEqual([
    '/swap',
    '/ramping/deposit',
    '/ramping/withdraw',
  ]);
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await page.request.get(`${url()}${src}`);
    expect(icon.headers()['content-type']).toBe(type);
    expect(pngSize(await icon.body())).toBe(sizes);
  }
});

test('the system bar has the colour of the page, in both themes', async ({ page }) => {
  for (const [theme, colour] of [
    ['dark', '#081117'],
    ['light', '#faf9f6'],
  ] as const) {
    await setAppearance(page, theme, 'en');
    await page.goto(`${url()}/signin`);
    await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', colour);
  }
});

for (const language of selectLanguages(7)) {
  test(`without a connection the app opens, keeps the input and sends nothing, in ${language}`, async ({
    page,
    context,
  }) => {
    const t = createTranslate(language);
    const who = await registerCustomer(url(), newName('sin-red', language), 1);
    await setAppearance(page, 'light', language);
    await enterAs(page, who, '/swap');
    const amount = page.getByRole('textbox', { name: t('swap.pay.amount') }).first();
    const offline = page.getByText(t('shell.offline'));

    await test.step('the app is cached while the customer reads', async () => {
      await isKept(page, language);
      await amount.fill('12.5');
    });

    await test.step('a reload without a connection', async () => {
      await context.setOffline(true);
      await page.reload();
      await expect(offline).toBeVisible();
    });

    await test.step('back online it continues with the input, and nothing was sent meanwhile', async () => {
      await context.setOffline(false);
      await expect(offline).toBeHidden();
      await expect(amount).toHaveValue('12.5', { timeout: 30_000 });
    });

    await test.step('the connection breaks: the button is disabled and says why', async () => {
      await context.setOffline(true);
      await expect(page.getByRole('button', { name: t('swap.button.offline') })).toBeDisabled();
      await expect(amount).toHaveValue('12.5');
      await context.setOffline(false);
      await expect(offline).toBeHidden();
    });

    await test.step('pages that were never opened before open too', async () => {
      await context.setOffline(true);
      await page.goto(`${url()}/settings/api-keys`);
      await expect(offline).toBeVisible();
      await context.setOffline(false);
    });

    await test.step('no response of the exchange was cached', async () => {
      expect(await keptPaths(page)).toEqual([]);
    });
  });
}

test('logging out deletes the input', async ({ page }) => {
  const t = createTranslate('en');
  const who = await registerCustomer(url(), newName('sin-borrador', 'en'), 1);
  await setAppearance(page, 'light', 'en');
  await enterAs(page, who, '/swap');
  await page
    .getByRole('textbox', { name: t('swap.pay.amount') })
    .first()
    .fill('3.75');
  await expect.poll(() => drafts(page)).not.toEqual([]);
  await page.reload();
  await expect(page.getByRole('textbox', { name: t('swap.pay.amount') }).first()).toHaveValue('3.75');
  await logOut(page, t, who);
  expect(await drafts(page)).toEqual([]);
});

test('a name typed at sign-up survives a reload, the password does not', async ({ page }) => {
  const t = createTranslate('en');
  await setAppearance(page, 'light', 'en');
  await page.goto(`${url()}/signup`);
  await page.getByRole('textbox', { name: t('sign-up.userName') }).fill('lucia');
  await page.getByLabel(t('sign-up.password'), { exact: true }).fill('Never-to-be-kept-1');
  await page.reload();
  await expect(page.getByRole('textbox', { name: t('sign-up.userName') })).toHaveValue('lucia');
  const kept = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]));
  expect(kept).toContain('lucia');
  expect(kept).not.toContain('Never-to-be-kept');
});

test('when a newer build has replaced its code, a page reloads once and opens', async ({ page, context }) => {
  const who = await registerCustomer(url(), newName('nueva-version', 'en'), 1);
  await setAppearance(page, 'light', 'en');
  await withoutWorker(context);
  await enterAs(page, who, '/dashboard');
  // Simulates a replaced build: the code of the other pages is missing, and the page refers to another entry.
  let isReplaced = true;
  let loads = 0;
  page.on('load', () => (loads += 1));
  const swapCode = `**/${builtFile('src/features/swap/routes.tsx')}`;
  await page.route(swapCode, (route) => (isReplaced ? route.fulfill({ status: 404 }) : route.fallback()));
  await page.route('**/index.html', async (route) => {
    const answer = await route.fetch();
    const text = (await answer.text()).replace(/\/assets\/index-[\w-]{8}\.js/, '/assets/index-newbuild.js');
    isReplaced = false;
    await route.fulfill({ response: answer, body: text });
  });
  expect(loads).toBe(0);
  await page
    .getByRole('link', { name: createTranslate('en')('shell.nav.swap') })
    .first()
    .click();
  await expect(
    page.getByRole('heading', { level: 1, name: createTranslate('en')('swap.title') }),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/swap$/);
  // The heading may be rendered before the page's pictures have loaded.
  await expect.poll(() => loads).toBe(1);
});

/** Waits until the service worker has cached the app with all its pages. */
async function isKept(page: Page, language: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 60_000 })
    .toBe(true);
  await expect
    .poll(
      () =>
        page.evaluate(async (wanted) => {
          const script = await (await fetch('/service-worker.js')).text();
          const build = JSON.parse(/var build = (\{.*\});/.exec(script)?.[1] ?? '{}') as {
            shell: string[];
            rest: Record<string, string[]>;
          };
          const missing = await Promise.all(
            [...build.shell, ...(build.rest[wanted] ?? [])].map((file) =>
              caches.match(file, { ignoreVary: true }),
            ),
          );
          return missing.filter((found) => found === undefined).length;
        }, language),
      { timeout: 120_000 },
    )
    .toBe(0);
}

/** Returns cached URLs other than the page and the app's own files; expected to be empty. */
async function keptPaths(page: Page): Promise<string[]> {
  const paths = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map((request) => new URL(request.url).pathname);
  });
  expect(paths.length).toBeGreaterThan(50);
  const isPublicFile = (path: string) => path.startsWith('/assets/') || path.startsWith('/icons/products/');
  return paths.filter((path) => path !== '/index.html' && !isPublicFile(path));
}

function drafts(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft.')));
}

/** Finds the built file that contains a module of the web app. */
function builtFile(module: string): string {
  const manifest = JSON.parse(readFileSync(join(root, 'dist/web/.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string }
  >;
  return manifest[module]?.file ?? '';
}

async function withoutWorker(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    navigator.serviceWorker.register = () => Promise.reject(new Error('not in this test'));
  });
}

/** Reads width and height from the file itself. */
function pngSize(png: Buffer): string {
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}
