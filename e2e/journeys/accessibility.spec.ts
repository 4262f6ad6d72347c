/**
 * axe finds nothing on any screen, in both themes, on a phone and on a desk: every other screen in the dark on the phone and
 * in the light on the desk, the rest the other way round. `SALAR_E2E_LOOKS=all` looks at each in all four ways.
 */
import { expect, test } from '@playwright/test';
import { moveIn } from '../support/belongings.ts';
import { signInCustomer } from '../support/customers.ts';
import type { TestCustomer } from '../support/customers.ts';
import { expectAccessible, LookedPages } from '../support/looks.ts';
import { screens } from '../support/screens.ts';

const url = () => process.env['SALAR_E2E_URL'] ?? '';
const pages = new LookedPages();
let demo: TestCustomer;

test.beforeAll(async () => {
  demo = await signInCustomer(url(), { userName: 'demo', email: '', password: 'Demo-2026!' });
  await moveIn(demo);
});
test.afterAll(() => pages.close());

for (const theme of ['light', 'dark'] as const) {
  for (const [device, viewport] of [
    ['phone', { width: 360, height: 780 }],
    ['desk', { width: 1280, height: 900 }],
  ] as const) {
    for (const [place, screen] of screens.entries()) {
      const isDarkPhone = place % 2 === 0;
      const isLooked = (theme === 'dark') === (device === 'phone') ? isDarkPhone : !isDarkPhone;
      if (!isLooked && process.env['SALAR_E2E_LOOKS'] !== 'all') continue;
      test(`${screen.name} is accessible in ${theme} on a ${device}, keeps its policy and does not scroll sideways`, async ({
        browser,
      }) => {
        const page = await pages.get(browser, { theme, viewport, who: screen.signedIn ? demo : null });
        const complaints: string[] = [];
        page.removeAllListeners();
        page.on('console', (message) => {
          if (message.type() === 'error') complaints.push(message.text());
        });
        page.on('pageerror', (error) => complaints.push(String(error)));
        await page.goto(url() + screen.path);
        await screen.ready(page);
        await page.waitForLoadState('networkidle');
        await expectAccessible(page);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow).toBeLessThanOrEqual(0);
        expect(complaints).toEqual([]);
      });
    }
  }
}
