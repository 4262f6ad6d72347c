/**
 * Expects no axe violations on any screen. There are four variants, light and dark, on a phone and on a desktop; each
 * screen is checked in one of them in turn, and of screens made of the same components one. A whole sweep checks each
 * in all four.
 */
import { seedDemoCustomer } from '../support/seed-demo-customer.ts';
import { signInCustomer } from '../support/customers.ts';
import type { TestCustomer } from '../support/customers.ts';
import { expectAccessible, PageCache, measureSidewaysScroll } from '../support/page-cache.ts';
import { screens } from '../support/screens.ts';
import { isWholeSweep } from '../support/sweep.ts';
import { expect, test } from '../support/test.ts';

const url = () => process.env['SALAR_E2E_URL'] ?? '';
const pages = new PageCache();
let demo: TestCustomer;

test.beforeAll(async () => {
  demo = await signInCustomer(url(), { userName: 'demo', email: '', password: 'Demo-2026!' });
  await seedDemoCustomer(demo);
});
test.afterAll(() => pages.close());

const phone = { width: 360, height: 780 };
const desktop = { width: 1280, height: 900 };
const looks = [
  { theme: 'dark', device: 'phone', viewport: phone },
  { theme: 'light', device: 'desktop', viewport: desktop },
  { theme: 'light', device: 'phone', viewport: phone },
  { theme: 'dark', device: 'desktop', viewport: desktop },
] as const;

for (const [turn, { theme, device, viewport }] of looks.entries()) {
  for (const [place, screen] of screens.entries()) {
    const isInTurn = place % looks.length === turn && screen.like === undefined;
    if (!isInTurn && !isWholeSweep) continue;
    // covers: sign-in.1
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
      expect(await measureSidewaysScroll(page)).toBeLessThanOrEqual(0);
      // axe walks through excluded elements, too; of twenty thousand, that takes half a minute.
      for (const selector of screen.alike ?? [])
        await page.locator(selector).evaluateAll((parts) => parts.forEach((part) => part.remove()));
      await expectAccessible(page);
      expect(complaints).toEqual([]);
    });
  }
}

test('in forced colours the current page and the selected tab have an outline', async ({ browser }) => {
  const page = await pages.get(browser, { theme: 'dark', viewport: phone, who: demo });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`${url()}/trade`);
  await page.getByRole('application').waitFor();
  for (const chosen of [
    page.locator('nav [aria-current=page]').last(),
    page.getByRole('tab', { selected: true }).first(),
  ])
    await expect(chosen).toHaveCSS('outline-style', 'solid');
  await page.emulateMedia({ forcedColors: 'none' });
  await expect(page.getByRole('tab', { selected: true }).first()).toHaveCSS('outline-style', 'none');
});
