/**
 * axe finds nothing on any screen, in both themes, on a phone and on a desk: every other screen in the dark on the phone and
 * in the light on the desk, the rest the other way round. `SALAR_E2E_LOOKS=all` looks at each in all four ways.
 */
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { moveIn } from '../support/belongings.ts';
import { signInCustomer } from '../support/customers.ts';
import type { TestCustomer } from '../support/customers.ts';
import { screens, seedSession, setAppearance } from '../support/screens.ts';

const url = () => process.env['SALAR_E2E_URL'] ?? '';
let demo: TestCustomer;

test.beforeAll(async () => {
  demo = await signInCustomer(url(), { userName: 'demo', email: '', password: 'Demo-2026!' });
  await moveIn(demo);
});

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
        const context = await browser.newContext({ viewport, colorScheme: theme, reducedMotion: 'reduce' });
        const page = await context.newPage();
        const complaints: string[] = [];
        page.on('console', (message) => {
          if (message.type() === 'error') complaints.push(message.text());
        });
        page.on('pageerror', (error) => complaints.push(String(error)));
        await setAppearance(page, theme, 'en');
        if (screen.signedIn) await seedSession(page, demo);
        await page.goto(url() + screen.path);
        await screen.ready(page);
        await page.waitForLoadState('networkidle');

        const { violations } = await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
          .analyze();
        expect(
          violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' | ')}`),
        ).toEqual([]);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow).toBeLessThanOrEqual(0);
        expect(complaints).toEqual([]);
        await context.close();
      });
    }
  }
}
