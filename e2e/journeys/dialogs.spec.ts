/**
 * Expects no axe violations in anything that opens above a screen: pickers, menus, reviews, prompts. Each component is
 * checked in light or dark in turn; with `SALAR_E2E_LOOKS=all` in both, together with all states of screens. `npm run
 * screenshots -- --axe --no-pictures` checks everything in three languages on a phone and on a desktop.
 */
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, PageCache } from '../support/page-cache.ts';
import { dialogStates, findMissingDialogs } from '../support/dialogs/all-dialogs.ts';
import { createDialogCustomers } from '../support/dialogs/dialog-customers.ts';
import type { DialogCustomers } from '../support/dialogs/dialog-customers.ts';
import { expect, test } from '../support/test.ts';

const url = () => process.env['SALAR_E2E_URL'] ?? '';
const pages = new PageCache();
let people: DialogCustomers;

test.beforeAll(async () => {
  people = await createDialogCustomers(url());
});
test.afterAll(() => pages.close());

test('every component that opens a dialog is covered', () => {
  expect(findMissingDialogs()).toEqual([]);
});

for (const theme of ['light', 'dark'] as const) {
  for (const [place, { name, path, who, device, of, prepare, open }] of dialogStates.entries()) {
    const isLooked = (of !== undefined || device === 'phone') && (theme === 'dark') === (place % 2 === 0);
    if (!isLooked && process.env['SALAR_E2E_LOOKS'] !== 'all') continue;
    test(`${name} is accessible in ${theme}`, async ({ browser }) => {
      const viewport = device === 'phone' ? { width: 360, height: 780 } : { width: 1280, height: 900 };
      const page = await pages.get(browser, { theme, viewport, who: who === null ? null : people[who] });
      await prepare?.(page);
      await page.goto(url() + path);
      await open(page, people);
      await page.waitForTimeout(300); // otherwise contrast would be measured during the fade
      // The page below is checked separately, and would take most of the time.
      await expectAccessible(page, (await above(page).count()) > 0 ? ['#root'] : []);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.context().setOffline(false);
    });
  }
}

/** The elements above the page. */
function above(page: Page): Locator {
  return page.locator(
    'body > :not(#root) :is([role=dialog], [role=alertdialog], [role=menu], [role=listbox])',
  );
}
