/** Measures the touch targets of a page, which may be larger than the visible controls. */
import type { Page } from '@playwright/test';

/** The smallest touch target in CSS pixels (product reference: 44 by 44; WCAG 2.5.5). */
const touchTargetMin = 44;

/**
 * Measures the area in which a tap reaches each control that is shown: the control itself, its label, and what extends it.
 *
 * Left out are the levels of an order book, whose price can be typed as well, links within a sentence, whose height is that of a line (the exception of WCAG 2.5.5), the segments of a date, which
 * a calendar beside them chooses as well, and what only screen readers find.
 *
 * @returns a line for each control that is smaller than 44 by 44 px
 */
export async function findSmallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate((min) => {
    const overlay = [
      ...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'),
    ].findLast((element) => element.getClientRects().length > 0);
    const root = overlay ?? document.body;
    const controls = root.querySelectorAll<HTMLElement>(
      'button, a[href], input, select, textarea, summary, [role=button], [role=tab], [role=option], [role=menuitem], [role=switch]',
    );
    const found: string[] = [];
    for (const control of controls) {
      if (!isShown(control) || isWithinText(control) || isBookLevel(control)) continue;
      const { width, height } = measure(control);
      if (Math.min(width, height) < min)
        found.push(`${Math.floor(width)}x${Math.floor(height)} ${describeControl(control)}`);
    }
    return [...new Set(found)];

    function isShown(control: HTMLElement): boolean {
      if (control.closest('[inert], [aria-hidden=true]') !== null) return false;
      if (!control.checkVisibility({ visibilityProperty: true })) return false;
      // The label may draw a native check box or radio button.
      if (findLabels(control).some((label) => label.contains(control))) return true;
      const { width, height } = control.getBoundingClientRect();
      // The link that skips to the content appears with the focus of a keyboard only.
      return width > 1 && height > 1 && control.closest('.sr-only') === null;
    }

    /** Returns whether a link is in a sentence: its block has more text than the link. */
    function isWithinText(control: HTMLElement): boolean {
      const isInline = (element: Element) => getComputedStyle(element).display === 'inline';
      if (control.tagName !== 'A' || !isInline(control)) return false;
      let block = control.parentElement;
      while (block !== null && isInline(block)) block = block.parentElement;
      return block?.textContent?.trim() !== control.textContent?.trim();
    }

    function isBookLevel(control: HTMLElement): boolean {
      return control.tagName === 'BUTTON' && /^[\d.,]+$/.test(control.textContent ?? '');
    }

    function findLabels(control: HTMLElement): readonly HTMLElement[] {
      return control instanceof HTMLInputElement ||
        control instanceof HTMLSelectElement ||
        control instanceof HTMLTextAreaElement
        ? [...(control.labels ?? [])]
        : [];
    }

    function measure(control: HTMLElement): { width: number; height: number } {
      const labels = findLabels(control).filter((label) => label.contains(control));
      const shape = labels[0] ?? control;
      const box = shape.getBoundingClientRect();
      if (Math.min(box.width, box.height) >= min) return box;
      shape.scrollIntoView({ block: 'center', inline: 'center' });
      const { left, top, width, height } = shape.getBoundingClientRect();
      const middle = { x: left + width / 2, y: top + height / 2 };
      const isReached = (x: number, y: number) => {
        const hit = document.elementFromPoint(x, y);
        return hit !== null && (shape.contains(hit) || hit.closest('label') === shape);
      };
      const reach = (dx: number, dy: number) => {
        let steps = 0;
        while (steps < min && isReached(middle.x + dx * (steps + 0.5), middle.y + dy * (steps + 0.5)))
          steps += 1;
        return steps;
      };
      return { width: reach(-1, 0) + reach(1, 0), height: reach(0, -1) + reach(0, 1) };
    }

    function describeControl(control: HTMLElement): string {
      const text = control.getAttribute('aria-label') ?? control.textContent?.trim() ?? '';
      const name = text || findLabels(control)[0]?.textContent || control.getAttribute('name') || '';
      return `${control.tagName.toLowerCase()} "${name.slice(0, 50)}"`;
    }
  }, touchTargetMin);
}
