/** Pages that are looked at: one for each theme, width and customer, kept from test to test so that little is loaded twice. */
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
  #awake: Page | null = null;

  /** The page of a look; the caller goes to where it wants to look. */
  async get(browser: Browser, look: PageVariant): Promise<Page> {
    const key = [look.theme, look.viewport.width, look.who?.userName ?? ''].join(' ');
    const page = this.#pages.get(key) ?? (await open(browser, look));
    this.#pages.set(key, page);
    // Prices move on a page that nobody looks at, too.
    if (this.#awake !== page) await this.#awake?.goto('about:blank');
    this.#awake = page;
    return page;
  }

  async close(): Promise<void> {
    for (const page of this.#pages.values()) await page.context().close();
    this.#pages.clear();
    this.#awake = null;
  }
}

async function open(browser: Browser, { theme, viewport, who }: PageVariant): Promise<Page> {
  const context = await browser.newContext({
    viewport,
    colorScheme: theme,
    reducedMotion: 'reduce',
    serviceWorkers: 'block', // what it answers cannot be answered for
  });
  const page = await context.newPage();
  await setAppearance(page, theme, 'en');
  if (who !== null) await seedSession(page, who);
  return page;
}

/**
 * axe finds nothing on the page as it is now.
 *
 * @param alike  selectors of parts that are not looked at, because they are written as others that are
 */
export async function expectAccessible(page: Page, alike: readonly string[] = []): Promise<void> {
  expect(await findViolations(page, alike)).toEqual([]);
}

/**
 * What axe finds on the page, a line for each rule. What it finds is looked at once more a second later, in the middle of
 * the screen: a sheet that is still on its way in is off it, where axe takes it for no dialog, and what has been scrolled
 * half under the header is no small target.
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
    // Experimental, and therefore in none of the sets: a control is found by the text that is seen on it.
    .options({ rules: { 'label-content-name-mismatch': { enabled: true } } })
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

/** It describes its control, wherever it stands; axe would have it in a landmark. */
function isTooltip(rule: string, html: string): boolean {
  return rule === 'region' && html === '<div data-overlay-container="true">';
}

/**
 * How far the page can be moved sideways, in pixels. Looked at once more a second later where it can: what was drawn for
 * another width goes some frames after the width has changed.
 */
export async function measureSidewaysScroll(page: Page): Promise<number> {
  const past = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  const first = await past();
  if (first <= 0) return first;
  await page.waitForTimeout(1000);
  return past();
}
