/**
 * Pictures of every screen, for people to look at.
 *
 *   npx tsx e2e/screenshots.ts [--url http://127.0.0.1:8080] [--only dashboard,swap] [--widths 360,1280] [--themes dark] [--languages es]
 *
 * Without `--url` it starts an exchange of its own. Files go to `test-results/screens/`; `--docs` also renews `docs/images/`.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { chromiumArgs } from './playwright.config.ts';
import { signInCustomer } from './support/customers.ts';
import { screens, seedSession, setAppearance } from './support/screens.ts';
import { root, startServer } from './support/server.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    only: { type: 'string' },
    widths: { type: 'string', default: '360,768,1280,1600' },
    themes: { type: 'string', default: 'light,dark' },
    languages: { type: 'string', default: 'en' },
    out: { type: 'string', default: join(root, 'test-results/screens') },
    docs: { type: 'boolean', default: false },
  },
});

const own = values.url === undefined ? await startServer() : null;
const url = values.url ?? own?.url ?? '';
mkdirSync(values.out, { recursive: true });
const demo = await signInCustomer(url, { userName: 'demo', email: '', password: 'Demo-2026!' });
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: chromiumArgs,
});
const only = values.only?.split(',');

for (const theme of values.themes.split(',') as ('light' | 'dark')[]) {
  for (const language of values.languages.split(',') as ('en' | 'es' | 'pt')[]) {
    for (const width of values.widths.split(',').map(Number)) {
      for (const screen of screens.filter((one) => only === undefined || only.includes(one.name))) {
        const context = await browser.newContext({
          viewport: { width, height: width < 600 ? 780 : 900 },
          colorScheme: theme,
          locale: language,
        });
        const page = await context.newPage();
        await setAppearance(page, theme, language);
        if (screen.signedIn) await seedSession(page, demo);
        await page.goto(url + screen.path);
        await screen.ready(page).catch((error: unknown) => console.error(`${screen.name}: ${String(error)}`));
        await page.waitForTimeout(700);
        await page.screenshot({
          path: join(values.out, `${screen.name}-${width}-${theme}-${language}.png`),
          fullPage: true,
        });
        if (
          values.docs &&
          width === 1280 &&
          theme === 'dark' &&
          language === 'en' &&
          (screen.name === 'dashboard' || screen.name === 'swap')
        ) {
          await page.screenshot({ path: join(root, `docs/images/${screen.name}.png`) });
        }
        await context.close();
      }
    }
  }
}
await browser.close();
await own?.stop();
