/**
 * Compares key screens with their baselines. API responses come from a file, the clock is stopped, nothing moves, and
 * text is rendered without the details that differ between machines.
 *
 * Measured on these pictures: the same build differs in 0 pixels, and text with another hinting (the same for all here)
 * in 81 to 656. A button that moved by 4 pixels differs in 222 (a pale one) to 2,890; a single icon of a table in 8, which
 * is not detected. Colours of surfaces are compared separately and exactly, because they do not depend on text
 * rendering.
 *
 * `npm run screenshots:baseline` takes the pictures again from the current build, after an intended change.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { chromiumArgs } from '../playwright.config.ts';
import { root } from '../support/server.ts';
import { setAppearance } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import type { Language } from '../support/translations.ts';

const url = () => process.env['SALAR_E2E_URL'] ?? '';
/** The time of the recorded responses. */
const moment = new Date('2026-11-22T09:15:00Z');
/** The responses of a local exchange to the customer `demo`, by the name of the call. */
const answers = JSON.parse(readFileSync(join(root, 'e2e/support/fixed-answers.json'), 'utf8')) as Readonly<
  Record<string, unknown>
>;

test.use({
  launchOptions: {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      ...chromiumArgs,
      '--font-render-hinting=slight',
      '--disable-font-subpixel-positioning',
      '--disable-lcd-text',
      '--force-color-profile=srgb',
    ],
  },
});

type View = {
  readonly name: string;
  readonly path: string;
  readonly width: number;
  readonly theme: 'light' | 'dark';
  readonly language: Language;
  /** Brings the screen into the state to compare. */
  readonly ready: (page: Page) => Promise<void>;
};

const heading = async (page: Page) => page.getByRole('heading', { level: 1 }).first().waitFor();

const publicViews: readonly View[] = [
  { name: 'sign-in', path: '/signin', width: 768, theme: 'dark', language: 'es', ready: heading },
  { name: 'sign-up', path: '/signup', width: 360, theme: 'light', language: 'pt', ready: heading },
];

const views: readonly View[] = [
  {
    name: 'dashboard',
    path: '/dashboard',
    width: 1280,
    theme: 'dark',
    language: 'en',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Show ETH details' }).waitFor();
      await page.getByText('-1.43%').or(page.getByText('1.43%')).first().waitFor();
    },
  },
  {
    name: 'swap',
    path: '/swap',
    width: 360,
    theme: 'dark',
    language: 'en',
    ready: async (page) => {
      await page.getByLabel('Amount to pay').fill('0.01');
      await expect(page.getByLabel('Amount to receive')).not.toHaveValue('');
      await page.getByRole('button', { name: 'Review swap' }).waitFor();
      // The fee arrives last.
      await page.getByText('You receive after the fee').waitFor();
    },
  },
  {
    name: 'withdraw',
    path: '/ramping/withdraw',
    width: 768,
    theme: 'light',
    language: 'es',
    ready: async (page) => page.getByRole('textbox').first().waitFor(),
  },
  {
    name: 'verification',
    path: '/settings/verification',
    width: 1280,
    theme: 'light',
    language: 'en',
    ready: async (page) => page.getByRole('article').first().waitFor(),
  },
  {
    name: 'api-keys',
    path: '/settings/api-keys',
    width: 360,
    theme: 'light',
    language: 'pt',
    ready: async (page) => page.getByRole('main').getByRole('button').nth(1).waitFor(),
  },
  {
    name: 'trade-report',
    path: '/settings/trade-report',
    width: 1280,
    theme: 'dark',
    language: 'pt',
    ready: async (page) => page.getByRole('row').nth(3).waitFor(),
  },
];

for (const [isSignedIn, seen] of [
  [false, publicViews],
  [true, views],
] as const) {
  for (const { name, path, width, theme, language, ready } of seen) {
    test(`${name} looks as it did`, async ({ browser }) => {
      const context = await browser.newContext({
        viewport: { width, height: width < 768 ? 780 : 800 },
        colorScheme: theme,
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
      });
      const page = await context.newPage();
      await page.clock.setFixedTime(moment);
      await answerFromFile(page);
      await setAppearance(page, theme, language);
      if (isSignedIn)
        await page.addInitScript(() =>
          localStorage.setItem('app.user.v1', JSON.stringify({ userId: 1, sessionToken: 'fixed' })),
        );
      await page.goto(url() + path);
      await ready(page);
      await page.evaluate(() => document.fonts.ready);
      const still = { animations: 'disabled', caret: 'hide', scale: 'css' } as const;
      await expect(page).toHaveScreenshot(`${name}.png`, { ...still, threshold: 0.2, maxDiffPixels: 150 });
      const before = countSurfaceColors(readFileSync(join(root, `e2e/baselines/${name}.png`)));
      const now = countSurfaceColors(await page.screenshot(still));
      expect(
        [...before.keys()].filter((colour) => (now.get(colour) ?? 0) * 2 < (before.get(colour) ?? 0)),
      ).toEqual([]);
      await context.close();
    });
  }
}

/** No call leaves the browser; a call that is not in the file fails the test. */
async function answerFromFile(page: Page): Promise<void> {
  await page.routeWebSocket(/\/WSGateway/, (socket) => {
    // The socket opens and stays silent.
    socket.onMessage((text) => {
      const { i, n } = JSON.parse(String(text)) as { i: number; n: string };
      const replies: Readonly<Record<string, unknown>> = {
        WebAuthenticateUser: { Authenticated: true, UserId: 1, SessionToken: 'fixed' },
        SubscribeLevel2: answers['GetL2Snapshot'],
      };
      const answer = replies[n] ?? [];
      socket.send(JSON.stringify({ m: 1, i, n, o: JSON.stringify(answer) }));
    });
  });
  await page.route(/\/(AP|api)\//, async (route) => {
    const call = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
    if (!(call in answers)) throw new Error(`there is no recorded response for ${call}`);
    await route.fulfill({ json: answers[call] });
  });
}

/** A colour that covers fewer pixels may be the edge of a letter. */
const surfaceMin = 600;

/** Counts the pixels of each surface colour. */
function countSurfaceColors(picture: Buffer): ReadonlyMap<string, number> {
  const { data } = PNG.sync.read(picture);
  const counts = new Map<number, number>();
  for (let at = 0; at < data.length; at += 4) {
    const colour = data.readUIntBE(at, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return new Map(
    [...counts]
      .filter(([, count]) => count >= surfaceMin)
      .map(([colour, count]) => [`#${colour.toString(16).padStart(6, '0')}`, count]),
  );
}
