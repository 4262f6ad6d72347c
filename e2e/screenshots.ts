/**
 * Takes pictures of every screen and every dialog for people to review, and can run axe on each.
 *
 *   npm run screenshots                                 every combination: four widths, light and dark, three languages
 *   npm run screenshots -- --axe --no-pictures          axe on a phone and a desktop, light and dark, in three languages
 *   npm run screenshots -- --widths 320 --forced-colors as with large text, in forced colours
 *   npm run screenshots -- --text 200                   with double text size, measured for text that is cut off or overlaps
 *   npm run screenshots -- --only dashboard,swap --languages es --themes dark
 *   npx tsx e2e/screenshots.ts --url http://localhost:8080   of a running exchange
 *
 * Files go to `test-results/screens/`. `--docs` takes those of `docs/images/` only. Fails and lists the problems when
 * something cannot be opened, scrolls sideways or has axe violations.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { chromiumArgs } from './playwright.config.ts';
import { ShotTaker, shots } from './support/screenshot-matrix.ts';
import type { MatrixOptions, Theme } from './support/screenshot-matrix.ts';
import { createDialogCustomers } from './support/dialogs/dialog-customers.ts';
import { findMissingDialogs } from './support/dialogs/all-dialogs.ts';
import { seedSession, setAppearance } from './support/screens.ts';
import { root, startServer } from './support/server.ts';
import type { Language } from './support/translations.ts';

const { values } = parseArgs({
  allowNegative: true,
  options: {
    url: { type: 'string' },
    only: { type: 'string' },
    widths: { type: 'string', default: '360,768,1280,1600' },
    themes: { type: 'string', default: 'light,dark' },
    languages: { type: 'string', default: 'en,es,pt' },
    out: { type: 'string', default: join(root, 'test-results/screens') },
    pictures: { type: 'boolean', default: true },
    axe: { type: 'boolean', default: false },
    'forced-colors': { type: 'boolean', default: false },
    text: { type: 'string', default: '100' },
    pages: { type: 'string', default: '2' },
    docs: { type: 'boolean', default: false },
  },
});

const own = values.url === undefined ? await startServer() : null;
const url = values.url ?? own?.url ?? '';
const people = await createDialogCustomers(url);
const problems = values.docs ? await takeForDocs() : await walk();
await own?.stop();
process.exitCode = problems.length === 0 ? 0 : 1;

async function launch(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  return chromium.launch({ executablePath, args: chromiumArgs });
}

async function walk(): Promise<readonly string[]> {
  const only = values.only?.split(',');
  const options: MatrixOptions = {
    url,
    widths: values.widths.split(',').map(Number),
    themes: values.themes.split(',') as Theme[],
    languages: values.languages.split(',') as Language[],
    out: values.pictures ? values.out : null,
    hasAxe: values.axe,
    hasForcedColors: values['forced-colors'],
    textPercent: Number(values.text),
  };
  const queue = shots.filter(({ name }) => only === undefined || only.some((part) => name.includes(part)));
  const count = queue.length;
  const found = only === undefined ? findMissingDialogs().map((file) => `no opening shows ${file}`) : [];
  for (const file of found) console.log(file);
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: Number(values.pages) }, async () => {
      const taker = new ShotTaker(launch, options, people);
      for (let shot = queue.shift(); shot !== undefined; shot = queue.shift()) {
        const wrong = await taker.take(shot);
        found.push(...wrong);
        console.log([`${count - queue.length}/${count} ${shot.name}`, ...wrong].join('\n  '));
      }
      await taker.close();
    }),
  );
  console.log(
    `${count} shots in ${Math.round((performance.now() - begun) / 1000)} s: ${found.length} problems`,
  );
  return found;
}

/** Takes the pictures of the README. */
async function takeForDocs(): Promise<readonly string[]> {
  const browser = await launch();
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  await setAppearance(page, 'dark', 'en');
  await seedSession(page, people.demo);
  for (const name of ['dashboard', 'swap']) {
    const shot = shots.find((one) => one.name === name);
    await page.goto(`${url}/${name}`);
    await shot?.open(page, people);
    await page.waitForTimeout(700); // the figures appear one by one
    await page.screenshot({ path: join(root, `docs/images/${name}.png`) });
  }
  await browser.close();
  return [];
}
