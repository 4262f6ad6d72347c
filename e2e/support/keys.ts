/** Getting about with the keyboard alone. */
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

/** Tabs until the control has the focus, and looks whether the eye can follow: nothing lies over what has it. */
export async function reach(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if ((await target.count()) === 1 && (await target.evaluate((node) => node === document.activeElement))) {
      expect(await isInSight(target)).toBe(true);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error('sixty tabs do not reach it');
}

/** Opens a list by its button and chooses by typing. */
export async function chooseByKeys(page: Page, label: RegExp, symbol: string): Promise<void> {
  await reach(page, page.getByRole('button', { name: label }));
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: new RegExp(`^${symbol}\\b`) }).waitFor();
  await page.keyboard.type(symbol);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: label })).toContainText(symbol);
}

/** The middle of what has the focus is what a pointer would hit there: no bar and no toast covers it. */
async function isInSight(target: Locator): Promise<boolean> {
  return target.evaluate((node) => {
    // A checkbox is drawn by its label.
    const seen = node.closest('label') ?? node;
    const { x, y, width, height } = seen.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return top !== null && (seen.contains(top) || top.contains(seen));
  });
}
