/**
 * A phone with double text size (WCAG 1.4.4), a phone in landscape, and what iOS and forced colours require of every
 * field and choice. `support/large-text.ts` has the measurements.
 */
import type { Browser, Page } from '@playwright/test';
import { dialogStates } from '../support/dialogs/all-dialogs.ts';
import { createDialogCustomers } from '../support/dialogs/dialog-customers.ts';
import type { DialogCustomers } from '../support/dialogs/dialog-customers.ts';
import { screens, seedSession, setAppearance } from '../support/screens.ts';
import { defaultTextPx, doubledTextPx, measureLayoutProblems, setTextSize } from '../support/large-text.ts';
import { findSmallTargets } from '../support/touch-targets.ts';
import type { TestCustomer } from '../support/customers.ts';
import { isWholeSweep } from '../support/sweep.ts';
import { expect, test } from '../support/test.ts';

const url = () => process.env['SALAR_E2E_URL'] ?? '';
const phone = { width: 360, height: 740 };
let people: DialogCustomers;

test.beforeAll(async () => {
  people = await createDialogCustomers(url());
});

/** The screens of the app; the server's own pages have a separate style. */
const appScreens = screens.filter(({ path }) => !/^\/(local|docs)/.test(path));

/** The most frequent dialogs, by the names of `support/dialogs`. */
const mainNames = [
  'the account menu',
  'the asset picker',
  'the swap review',
  'the withdrawal review',
  'the networks of a deposit',
  'the dialog that saves a wallet address',
  'the filters of the trade report',
  'the tab book of a phone',
  'the tab order of a phone',
  'the order review',
  'a new API key that may do nothing',
  'the moment of an order’s expiry',
  'the picture and the key of a second factor',
];
/** A short run opens one of each kind: a review, a list, a form, a part of a page and a picture. */
const shortNames = [
  'the withdrawal review',
  'the networks of a deposit',
  'the dialog that saves a wallet address',
  'the tab order of a phone',
  'the picture and the key of a second factor',
];
const openingNames = isWholeSweep ? mainNames : shortNames;
const mainOpenings = dialogStates.filter(({ name }) => openingNames.includes(name));

async function openPhone(browser: Browser, language: 'en' | 'es', who: TestCustomer | null): Promise<Page> {
  const context = await browser.newContext({
    viewport: phone,
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await setAppearance(page, 'dark', language);
  if (who !== null) await seedSession(page, who);
  return page;
}

/**
 * Checks the page with the default text size for fields that iOS would zoom into and for controls that are too small
 * for a finger, then the layout with double text size. Problems are measured again a second later, because content of
 * the previous size is removed some frames later.
 */
async function findProblems(page: Page, where: string): Promise<readonly string[]> {
  const small = [...(await findSmallFields(page)), ...(await findSmallTargets(page))];
  await setTextSize(page, doubledTextPx);
  let found = await measureLayoutProblems(page);
  if (found.length > 0) {
    await page.waitForTimeout(1000);
    found = await measureLayoutProblems(page);
  }
  await setTextSize(page, defaultTextPx);
  return [...small, ...found].map((problem) => `${where}: ${problem}`);
}

test('every screen of a phone can be read with text twice its size, no field makes iOS zoom, and controls take a finger', async ({
  browser,
}) => {
  const problems: string[] = [];
  for (const signedIn of [false, true]) {
    const page = await openPhone(browser, 'es', signedIn ? people.demo : null);
    for (const screen of appScreens.filter((one) => one.signedIn === signedIn)) {
      await page.goto(url() + screen.path);
      await screen.ready(page);
      problems.push(...(await findProblems(page, screen.name)));
    }
    await page.context().close();
  }
  expect(problems).toEqual([]);
});

test('every main sheet of a phone can be read with text twice its size, no field makes iOS zoom, and controls take a finger', async ({
  browser,
}) => {
  expect(mainOpenings).toHaveLength(openingNames.length);
  const problems: string[] = [];
  // One page for each customer: its browser has the code of the app from the second sheet on.
  for (const who of new Set(mainOpenings.map((opening) => opening.who))) {
    const page = await openPhone(browser, 'en', who === null ? null : people[who]);
    for (const { name, path, prepare, open } of mainOpenings.filter((opening) => opening.who === who)) {
      await prepare?.(page);
      await page.goto(url() + path);
      await open(page, people);
      problems.push(...(await findProblems(page, name)));
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
    await page.context().close();
  }
  expect(problems).toEqual([]);
});

/** iOS zooms into fields whose text is smaller than 16 px. */
async function findSmallFields(page: Page): Promise<readonly string[]> {
  const fields = await page.locator('input, textarea, select, [contenteditable=true]').evaluateAll((all) =>
    all.map((field) => ({
      size: parseFloat(getComputedStyle(field).fontSize),
      html: field.outerHTML.slice(0, 90),
    })),
  );
  return fields
    .filter(({ size }) => size < 16)
    .map(({ size, html }) => `a field is set in ${size} px: ${html}`);
}

test('on a phone in landscape the header scrolls away and the navigation shows its icons only', async ({
  browser,
}) => {
  const page = await openPhone(browser, 'es', people.demo);
  await page.setViewportSize({ width: 740, height: 360 });
  await page.goto(`${url()}/ramping/withdraw`);
  await page.getByRole('textbox').first().waitFor();
  await page.evaluate(() => window.scrollTo(0, 200));
  const kept = await page.evaluate(() =>
    ['body header', '[data-bottom-bar]', '[data-action-bar]'].map((selector) => {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      if (!box) throw new Error(`${selector} is not there`);
      return Math.max(0, Math.min(box.bottom, innerHeight) - Math.max(box.top, 0));
    }),
  );
  const [header = 0, navigation = 0] = kept;
  expect(header).toBe(0);
  expect(navigation).toBeLessThanOrEqual(48);
  await expect(page.getByRole('navigation').last().getByRole('link')).toHaveCount(4);
  await page.context().close();
});

test('in forced colours the selected payment method differs from the other one', async ({ browser }) => {
  const page = await openPhone(browser, 'en', people.demo);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`${url()}/ramping/withdraw`);
  const cards = page.getByRole('group', { name: 'Payment method' }).locator('label');
  await cards.first().waitFor();
  const looks = await cards.evaluateAll((all) =>
    all.map((card) => {
      const { outlineStyle, color } = getComputedStyle(card);
      const dot = card.querySelector('.choice-dot');
      if (dot === null) throw new Error('the card has no dot');
      const { backgroundColor, transform } = getComputedStyle(dot);
      return {
        isChosen: card.querySelector('input')?.checked === true,
        outlineStyle,
        color,
        isDotDrawn: !transform.startsWith('matrix(0') && dot.getBoundingClientRect().width > 0,
        ground: getComputedStyle(document.body).backgroundColor,
        backgroundColor,
      };
    }),
  );
  const chosen = looks.find(({ isChosen }) => isChosen);
  const other = looks.find(({ isChosen }) => !isChosen);
  expect(chosen).toMatchObject({ outlineStyle: 'solid', isDotDrawn: true });
  expect(chosen?.backgroundColor).not.toBe(chosen?.ground);
  expect(other).toMatchObject({ outlineStyle: 'none', isDotDrawn: false });
  await page.context().close();
});
