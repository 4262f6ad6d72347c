/** Caches pages across tests, one for each theme, width and customer, to avoid loading the app again. */
import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import type { TestCustomer } from './customers.ts';
import { seedSession, setAppearance } from './screens.ts';

export type PageVariant = {
  readonly theme: 'light' | 'dark';
  readonly viewport: { readonly width: number; readonly height: number };
  /** null for a visitor. */
  readonly who: TestCustomer | null;
};

export class PageCache {
  readonly #pages = new Map<string, Page>();
  #current: Page | null = null;

  /** Returns the page of a variant; the caller navigates. */
  async get(browser: Browser, variant: PageVariant): Promise<Page> {
    const key = [variant.theme, variant.viewport.width, variant.who?.userName ?? ''].join(' ');
    const page = this.#pages.get(key) ?? (await open(browser, variant));
    this.#pages.set(key, page);
    // A page in the background would still update prices.
    if (this.#current !== page) await this.#current?.goto('about:blank');
    this.#current = page;
    return page;
  }

  async close(): Promise<void> {
    for (const page of this.#pages.values()) await page.context().close();
    this.#pages.clear();
    this.#current = null;
  }
}

async function open(browser: Browser, { theme, viewport, who }: PageVariant): Promise<Page> {
  const context = await browser.newContext({
    viewport,
    colorScheme: theme,
    reducedMotion: 'reduce',
    serviceWorkers: 'block', // its requests cannot be intercepted
  });
  const page = await context.newPage();
  await setAppearance(page, theme, 'en');
  if (who !== null) await seedSession(page, who);
  return page;
}

/**
 * Expects no axe violations on the current page.
 *
 * @param alike  selectors of parts to skip, because others of the same kind are checked
 */
export async function expectAccessible(page: Page, alike: readonly string[] = []): Promise<void> {
  expect(await findViolations(page, alike)).toEqual([]);
}

/**
 * Returns the axe violations of the page, a line for each rule. If there are any, checks again a second later with the
 * element in the middle of the screen: axe does not recognise a sheet that is still sliding in as a dialog, and reports
 * a control that is half under the header as too small.
 */
export async function findViolations(page: Page, alike: readonly string[] = []): Promise<readonly string[]> {
  const [first] = await runAxe(page, alike);
  if (first === undefined) return [];
  await page.waitForTimeout(1000);
  await page.evaluate((at) => document.querySelector(at)?.scrollIntoView({ block: 'center' }), first.at);
  return (await runAxe(page, alike)).map(({ line }) => line);
}

/** @returns a line for each rule, and the selector of the first part that breaks it */
async function runAxe(
  page: Page,
  alike: readonly string[],
): Promise<readonly { readonly line: string; readonly at: string }[]> {
  const axe = new AxeBuilder({ page })
    // Otherwise a blank page is opened for each analysis, and the results of all rules travel through it.
    .setLegacyMode()
    .options({
      resultTypes: ['violations'],
      preload: false, // it fetches style sheets of other origins, and the pages use none
      // Experimental, and therefore in none of the sets: the accessible name of a control must contain its visible text.
      rules: { 'label-content-name-mismatch': { enabled: true } },
    })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
  for (const selector of alike) axe.exclude(selector);
  const { violations } = await axe.analyze();
  return violations
    .map(({ id, nodes }) => ({
      id,
      parts: nodes.filter(({ html }) => !isTooltip(id, html)),
    }))
    .filter(({ parts }) => parts.length > 0)
    .map(({ id, parts }) => ({
      line: `${id}: ${parts.map(({ html }) => html).join(' | ')}`,
      at: String(parts[0]?.target[0] ?? 'html'),
    }));
}

/** A tooltip describes its control, wherever it is in the document; axe would require it in a landmark. */
function isTooltip(rule: string, html: string): boolean {
  return rule === 'region' && html === '<div data-overlay-container="true">';
}

/**
 * Measures how far the page scrolls sideways, in pixels. If it does, measures again a second later, because content of
 * the previous width is removed some frames after a change of width.
 */
export async function measureSidewaysScroll(page: Page): Promise<number> {
  const past = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  const first = await past();
  if (first <= 0) return first;
  await page.waitForTimeout(1000);
  return past();
}
