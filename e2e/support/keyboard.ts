/** Uses pages with the keyboard alone. */
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

/**
 * Tabs until the control has the focus, and checks that the focus is visible: the control is outlined, and nothing
 * covers it.
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 60; presses++) {
    if (await hasFocus(target)) {
      expect(await howItIsSeen(target)).toEqual({ isMarked: true, isInSight: true });
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`sixty tabs do not reach ${String(target)}`);
}

/** Reaches a control and presses Enter. */
export async function pressByKeyboard(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Reaches a field and types into it. */
export async function typeByKeyboard(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

/** Opens a list by its button and chooses by typing. */
export async function chooseByKeyboard(page: Page, label: RegExp, symbol: string): Promise<void> {
  await pressByKeyboard(page, page.getByRole('button', { name: label }));
  await page.getByRole('option', { name: new RegExp(`^${symbol}\\b`) }).waitFor();
  await page.keyboard.type(symbol);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: label })).toContainText(symbol);
}

/** Checks that the focus is on an element of the page and was not reset to its beginning. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect.soft
    .poll(() => page.evaluate(() => document.activeElement?.tagName ?? 'BODY'), 'what has the focus')
    .not.toBe('BODY');
}

async function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluateAll((nodes) => nodes.length === 1 && nodes[0] === document.activeElement);
}

/**
 * Returns whether there is an outline around the focused control or its frame, and whether a pointer at its centre
 * would hit it: no bar or toast covers it.
 */
async function howItIsSeen(target: Locator): Promise<{ isMarked: boolean; isInSight: boolean }> {
  return target.evaluate((node) => {
    const around: Element[] = [node];
    for (let one = node.parentElement; one; one = one.parentElement) around.push(one);
    // The label draws the check box.
    const seen = node.closest('label') ?? node;
    const { x, y, width, height } = seen.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return {
      isMarked: [...around, ...seen.querySelectorAll('*')].some((one) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(one);
        return outlineStyle !== 'none' && outlineWidth !== '0px';
      }),
      isInSight: top !== null && (seen.contains(top) || top.contains(seen)),
    };
  });
}
