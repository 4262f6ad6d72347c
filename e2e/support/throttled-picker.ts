/**
 * Opens the asset picker for the first time after a load, on a slow processor, closes it, and checks that nothing stays
 * over the page.
 *
 * On a phone's processor an opening and a closing animation overlap, and code that is needed for the first opening arrives
 * while the sheet moves. Both are rare on a fast machine, so the processor is throttled through the DevTools protocol.
 */
import type { Browser, CDPSession, Page } from '@playwright/test';
import type { TestCustomer } from './customers.ts';
import { seedSession } from './screens.ts';

/** The ways a customer closes a picker. */
export const waysToClose = ['Escape', 'a tap outside', 'a choice'] as const;
type WayToClose = (typeof waysToClose)[number];

export type PickerRun = {
  readonly way: WayToClose;
  /** The factor by which the processor is slowed down. */
  readonly slowdown: number;
  /**
   * The time from opening to closing. If it is shorter than the opening animation, closing interrupts that animation.
   */
  readonly pauseMs: number;
};

export type PickerRunOutcome = PickerRun & {
  /** The time from the tap until the list can be used, in milliseconds of the throttled page. */
  readonly openMs: number;
  /** The time from closing until the page accepts taps again; null when it never does. */
  readonly closeMs: number | null;
  /** The element that stayed over the page, for debugging; null when nothing stayed. */
  readonly leftover: string | null;
};

const pauses = [0, 60, 150, 250, 500] as const;
const slowdowns = [4, 5, 6] as const;
/** The longest exit animation lasts 154 ms, about a second of a processor six times slower. */
const closedWithinMs = 6000;

/** Returns the n-th run of a series that combines every way, pause and slowdown. */
export function createPickerRun(place: number): PickerRun {
  const pick = <T>(all: readonly T[], index: number): T => all[index % all.length] as T;
  return {
    way: pick(waysToClose, place),
    pauseMs: pick(pauses, Math.floor(place / waysToClose.length)),
    slowdown: pick(slowdowns, Math.floor(place / (waysToClose.length * pauses.length))),
  };
}

/** Opens a phone of a signed-in customer without reduced motion, because without animations nothing can overlap. */
export async function newPhone(browser: Browser, customer: TestCustomer): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'no-preference',
    serviceWorkers: 'block',
    locale: 'en-US',
    timezoneId: 'America/Bogota',
  });
  const page = await context.newPage();
  await seedSession(page, customer);
  return page;
}

/** Loads `/swap`, opens the picker and closes it. */
export async function openAndClose(page: Page, url: string, opening: PickerRun): Promise<PickerRunOutcome> {
  const devtools = await page.context().newCDPSession(page);
  try {
    await setSlowdown(devtools, 1);
    const opener = await load(page, url);
    await setSlowdown(devtools, opening.slowdown);
    const openMs = await open(page, opener);
    await page.waitForTimeout(opening.pauseMs);
    const start = performance.now();
    await close(page, opening.way);
    const isClosed = await page
      .locator('.motion-scrim')
      .first()
      .waitFor({ state: 'detached', timeout: closedWithinMs })
      .then(() => true)
      .catch(() => false);
    const closeMs = isClosed ? Math.round(performance.now() - start) : null;
    return { ...opening, openMs, closeMs, leftover: isClosed ? null : await describeLeftover(page) };
  } finally {
    await setSlowdown(devtools, 1).catch(() => undefined);
    await devtools.detach().catch(() => undefined);
  }
}

/** Retries a late page load once, as on a busy machine, because the load is not what is tested. */
async function load(page: Page, url: string, isAgain = false): Promise<ReturnType<Page['locator']>> {
  const opener = page.getByRole('main').locator('button[aria-haspopup=dialog]').first();
  try {
    await page.goto(`${url}/swap`);
    await opener.waitFor();
    return opener;
  } catch (error) {
    if (isAgain) throw error;
    return load(page, url, true);
  }
}

async function open(page: Page, opener: ReturnType<Page['locator']>): Promise<number> {
  const start = performance.now();
  await opener.tap();
  await page.getByRole('dialog').getByRole('option').first().waitFor();
  return Math.round(performance.now() - start);
}

async function close(page: Page, way: WayToClose): Promise<void> {
  if (way === 'Escape') return page.keyboard.press('Escape');
  if (way === 'a tap outside') return page.touchscreen.tap(180, 20);
  return page.getByRole('dialog').getByRole('option').nth(1).tap();
}

async function setSlowdown(devtools: CDPSession, rate: number): Promise<void> {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
}

async function describeLeftover(page: Page): Promise<string> {
  const parts = await page.locator('.motion-scrim, .motion-dialog').evaluateAll((elements) =>
    elements.map((element) => {
      const { opacity, pointerEvents } = getComputedStyle(element);
      const states = [...element.attributes]
        .map(({ name }) => name)
        .filter((name) => name.startsWith('data-'));
      const animations = element
        .getAnimations()
        .map((one) => `${(one as CSSAnimation).animationName} ${one.playState}`);
      const name = element.className.split(' ')[0] ?? '';
      return `${name} [${states.join(' ')}] opacity ${opacity}, pointer-events ${pointerEvents}, animations: ${animations.join(', ')}`;
    }),
  );
  return parts.join('; ');
}
