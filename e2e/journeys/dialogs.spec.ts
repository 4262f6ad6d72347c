/**
 * Expects no axe violations in anything that opens above a screen: pickers, menus, reviews, prompts. A short run checks
 * each kind of component, a whole sweep all of them and all states of screens in both themes. `npm run screenshots --
 * --axe --no-pictures` checks everything in three languages on a phone and on a desktop.
 */
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, PageCache } from '../support/page-cache.ts';
import { dialogStates, findMissingDialogs, selectShort } from '../support/dialogs/all-dialogs.ts';
import { createDialogCustomers } from '../support/dialogs/dialog-customers.ts';
import type { DialogCustomers } from '../support/dialogs/dialog-customers.ts';
import { isWholeSweep } from '../support/sweep.ts';
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
  for (const { name, path, who, device, prepare, open } of isWholeSweep ? dialogStates : selectShort(theme)) {
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
