/**
 * Takes pictures of each screen and each dialog in every combination of width, theme and language. Each is opened once
 * on a phone and once on a desktop.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type { TestCustomer } from './customers.ts';
import { defaultTextPx, measureLayoutProblems, setTextSize } from './large-text.ts';
import { measureSidewaysScroll, findViolations } from './page-cache.ts';
import { dialogStates } from './dialogs/all-dialogs.ts';
import type { DialogCustomers } from './dialogs/dialog-customers.ts';
import { screens, seedSession, setAppearance, setTheme, setLanguage } from './screens.ts';
import type { Language } from './translations.ts';

export type Theme = 'light' | 'dark';

export type MatrixOptions = {
  readonly url: string;
  readonly widths: readonly number[];
  readonly themes: readonly Theme[];
  readonly languages: readonly Language[];
  /** The folder for the pictures; null to take no pictures. */
  readonly out: string | null;
  readonly hasAxe: boolean;
  readonly hasForcedColors: boolean;
  /**
   * The text size in percent of the browser's default; above 100, pages are measured for text that is cut off or
   * overlaps.
   */
  readonly textPercent: number;
};

/** A screen, or a dialog on it. */
export type Shot = {
  readonly name: string;
  readonly path: string;
  readonly who: keyof DialogCustomers | null;
  readonly device: 'phone' | 'desktop' | null;
  /** Takes the full page and not only the viewport. */
  readonly isWhole: boolean;
  /** Part of the app, which has three languages and changes them without a reload. */
  readonly isApp: boolean;
  readonly alike: readonly string[];
  readonly prepare: (page: Page) => Promise<void>;
  readonly open: (page: Page, people: DialogCustomers) => Promise<void>;
  /** Changes the language of what keeps the language in which it was opened. */
  readonly translate: (page: Page, language: Language) => Promise<void>;
};

export const shots: readonly Shot[] = [
  ...screens.map(({ name, path, signedIn, ready, alike = [] }): Shot => ({
    name,
    path,
    who: signedIn ? 'demo' : null,
    device: null,
    isWhole: path !== '/docs', // very long and repetitive
    isApp: !/^\/(local|docs)/.test(path),
    alike,
    prepare: async () => undefined,
    open: ready,
    translate: async () => undefined,
  })),
  ...dialogStates.map(({ name, path, who, device = null, open, ...state }): Shot => ({
    name: name.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase(),
    path,
    who,
    device,
    isWhole: false,
    isApp: true,
    alike: [],
    prepare: async (page) => state.prepare?.(page),
    open,
    translate: async (page, language) => state.translate?.(page, language),
  })),
];

const tableWidth = 768;
/** Widths for axe: a phone and a desktop; other desktop widths differ only in positions. */
const axeWidths = [360, 1280];
const overlays = '[role=dialog], [role=alertdialog], [role=listbox], [role=menu], [role=tooltip]';

/** Takes one shot after the other with cached pages. */
export class ShotTaker {
  readonly #pages = new Map<string, Page>();
  readonly #launch: () => Promise<Browser>;
  readonly #options: MatrixOptions;
  readonly #people: DialogCustomers;
  #browser: Browser | null = null;
  #current: Page | null = null;

  constructor(launch: () => Promise<Browser>, options: MatrixOptions, people: DialogCustomers) {
    this.#launch = launch;
    this.#options = options;
    this.#people = people;
    if (options.out !== null) mkdirSync(options.out, { recursive: true });
  }

  /** Takes a shot in every combination. Returns the problems it found, one per line. */
  async take(shot: Shot): Promise<readonly string[]> {
    const problems: string[] = [];
    for (const device of ['phone', 'desktop'] as const) {
      const widths = this.#options.widths.filter((width) => width < tableWidth === (device === 'phone'));
      if (widths.length === 0 || (shot.device !== null && shot.device !== device)) continue;
      problems.push(...(await this.#tryOn(shot, device, widths)));
    }
    return problems;
  }

  async close(): Promise<void> {
    await this.#browser?.close();
    this.#browser = null;
    this.#current = null;
    this.#pages.clear();
  }

  /** A crashed browser is not a fault of the page: a new one tries again, once. */
  async #tryOn(
    shot: Shot,
    device: string,
    widths: readonly number[],
    isAgain = false,
  ): Promise<readonly string[]> {
    const browser = (this.#browser ??= await this.#launch());
    try {
      return await this.#lookOn(shot, device, widths);
    } catch (error) {
      if (!browser.isConnected()) {
        await this.close();
        if (!isAgain) return this.#tryOn(shot, device, widths, true);
      }
      return [`${shot.name} on a ${device}: ${String(error).split('\n').slice(0, 4).join(' ')}`];
    }
  }

  async #lookOn(shot: Shot, device: string, widths: readonly number[]): Promise<readonly string[]> {
    const { themes, hasAxe, out, textPercent } = this.#options;
    const languages = shot.isApp ? this.#options.languages : this.#options.languages.slice(0, 1);
    const who = shot.who === null ? null : this.#people[shot.who];
    const page = await this.#page(device, who);
    const problems: string[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < tableWidth ? 780 : 900 });
      // Again at every width: some layouts start afresh at another width, without what was open.
      await this.#open(page, shot);
      let shown = await page.locator(overlays).count();
      for (const language of languages) {
        await translate(page, shot, language);
        for (const theme of themes) {
          await setTheme(page, theme);
          await settle(page);
          if ((await page.locator(overlays).count()) !== shown) {
            // Lists close when the size of the window changes.
            await this.#open(page, shot);
            shown = await page.locator(overlays).count();
            await translate(page, shot, language);
            await setTheme(page, theme);
            await settle(page);
          }
          const name = [
            shot.name,
            width,
            theme,
            language,
            ...(textPercent === 100 ? [] : [textPercent]),
          ].join('-');
          if (out !== null) await this.#takePicture(page, shot, join(out, `${name}.png`));
          problems.push(...(await this.#measure(page)).map((line) => `${name}: ${line}`));
          if (hasAxe && axeWidths.includes(width))
            problems.push(...(await findViolations(page, shot.alike)).map((line) => `${name}: ${line}`));
        }
      }
    }
    return problems;
  }

  async #takePicture(page: Page, { isWhole }: Shot, path: string): Promise<void> {
    if (this.#options.textPercent === 100) {
      await page.screenshot({ path, fullPage: isWhole });
      return;
    }
    // A full-page screenshot resets the text size, so the viewport is set to the height of the page instead.
    const size = page.viewportSize();
    if (isWhole && size !== null) {
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width: size.width, height: Math.max(size.height, height) });
      await settle(page);
    }
    await page.screenshot({ path });
    if (isWhole && size !== null) await page.setViewportSize(size);
    await this.#enlargeText(page);
  }

  /**
   * Sets the text size. Needed after every navigation, because a page in a new process starts with the default size.
   */
  async #enlargeText(page: Page): Promise<void> {
    if (this.#options.textPercent === 100) return;
    await setTextSize(page, (defaultTextPx * this.#options.textPercent) / 100);
  }

  /**
   * Measures again a second later if there are problems, because content of the previous width or text size is removed
   * some frames later.
   */
  async #measure(page: Page): Promise<readonly string[]> {
    if (this.#options.textPercent === 100)
      return (await measureSidewaysScroll(page)) > 0 ? ['scrolls sideways'] : [];
    if ((await measureLayoutProblems(page)).length === 0) return [];
    await page.waitForTimeout(1000);
    return measureLayoutProblems(page);
  }

  /**
   * Opens the page again, in English, with every language loaded in advance, because the exchange may be unavailable
   * later.
   */
  async #open(page: Page, shot: Shot): Promise<void> {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().setOffline(false);
    await shot.prepare(page);
    await page.goto(this.#options.url + shot.path);
    await this.#enlargeText(page);
    if (shot.isApp) {
      await page.getByRole('heading').first().waitFor({ timeout: 40_000, state: 'attached' });
      for (const language of this.#options.languages) await setLanguage(page, language);
      await setLanguage(page, 'en');
    }
    await shot.open(page, this.#people);
  }

  async #page(device: string, who: TestCustomer | null): Promise<Page> {
    const key = `${device} ${who?.userName ?? ''}`;
    const known = this.#pages.get(key);
    if (this.#current !== known) await this.#current?.goto('about:blank'); // a page in the background would still update prices
    if (known) return (this.#current = known);
    const browser = (this.#browser ??= await this.#launch());
    const context = await browser.newContext({
      reducedMotion: 'reduce',
      serviceWorkers: 'block', // its requests cannot be intercepted
      forcedColors: this.#options.hasForcedColors ? 'active' : 'none',
      hasTouch: device === 'phone',
      isMobile: device === 'phone',
      locale: 'en-US',
      timezoneId: 'America/Bogota',
    });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await setAppearance(page, 'light', 'en');
    if (who !== null) await seedSession(page, who);
    this.#pages.set(key, page);
    return (this.#current = page);
  }
}

/** Changes the language of the page and of what is open. */
async function translate(page: Page, shot: Shot, language: Language): Promise<void> {
  if (!shot.isApp) return;
  await setLanguage(page, language);
  await shot.translate(page, language);
}

/** Waits until animations have ended: two frames, and the fades. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
  });
  await page.waitForTimeout(80);
}
