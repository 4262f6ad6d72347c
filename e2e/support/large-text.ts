/** Finds layout problems of enlarged text, measured from boxes and text lines, not from pictures. */
import type { Page } from '@playwright/test';

/** The default text size of browsers; and that size enlarged to 200 %, as WCAG 1.4.4 requires. */
export const defaultTextPx = 16;
export const doubledTextPx = 32;

/**
 * Enlarges the text of a page as the text size setting of the browser does: `rem` lengths, and media and container
 * queries in `rem`, follow it.
 *
 * @param px  the default font size
 */
export async function setTextSize(page: Page, px: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Page.setFontSizes', { fontSizes: { standard: px } });
}

/**
 * Measures the page as it is shown now.
 *
 * @returns a line for each problem: sideways scroll, text that is cut off, texts that overlap, text with one or two
 *   letters per line, inputs too narrow for an amount, and parts that stay in place over more than a third of the
 *   height
 */
export async function measureLayoutProblems(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const problems = new Set<string>();
    const width = document.documentElement.clientWidth;
    const overlay = [
      ...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'),
    ].findLast((element) => element.getClientRects().length > 0);
    const root = overlay ?? document.body;

    const past = document.documentElement.scrollWidth - width;
    if (past > 0) problems.add(`scrolls sideways by ${past} px`);

    type Line = {
      readonly left: number;
      readonly right: number;
      readonly top: number;
      readonly bottom: number;
    };
    type Piece = { readonly text: string; readonly element: Element; readonly lines: readonly Line[] };
    const pieces: Piece[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.nodeValue?.trim() ?? '';
      const element = node.parentElement;
      if (text === '' || element === null || !isSeen(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = linesIn(range).filter((line) => isInSight(element, line));
      if (lines.length > 0) pieces.push({ text, element, lines });
    }

    for (const { text, element, lines } of pieces) {
      const box = clippingBox(element);
      const name = `"${text.slice(0, 40)}"`;
      if (lines.some((line) => line.left < box.left - 1.5 || line.right > box.right + 1.5))
        problems.add(`${name} is cut off`);
      const perLine = text.length / lines.length;
      if (lines.length >= 3 && perLine < 3)
        problems.add(`${name} stands ${perLine.toFixed(1)} letters a line`);
    }
    for (const [index, one] of pieces.entries())
      for (const other of pieces.slice(index + 1)) {
        if (one.element === other.element || findLayer(one.element) !== findLayer(other.element)) continue;
        if (one.lines.some((a) => other.lines.some((b) => overlap(a, b))))
          problems.add(`"${one.text.slice(0, 30)}" and "${other.text.slice(0, 30)}" overlap`);
      }

    const canvas = document.createElement('canvas').getContext('2d');
    for (const input of root.querySelectorAll<HTMLInputElement>('input, textarea')) {
      if (!/^(text|email|password|tel|search|textarea)$/.test(input.type) || !isSeen(input)) continue;
      const style = getComputedStyle(input);
      if (canvas) canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const room =
        (input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)) /
        (canvas?.measureText('0').width ?? 1);
      const name = input.labels?.[0]?.textContent ?? input.getAttribute('aria-label') ?? input.name;
      if (room < 6) problems.add(`the input "${name}" shows ${room.toFixed(1)} digits`);
    }

    const kept = [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const { position } = getComputedStyle(element);
        return (position === 'fixed' || position === 'sticky') && isSeen(element);
      })
      .map((element) => element.getBoundingClientRect())
      .filter(
        (box) => box.width > width / 2 && box.bottom > 0 && box.top < innerHeight && box.height < innerHeight,
      );
    const covered = new Set<number>();
    for (const box of kept)
      for (let y = Math.max(0, Math.ceil(box.top)); y < Math.min(innerHeight, box.bottom); y++)
        covered.add(y);
    if (!overlay && covered.size > innerHeight / 3)
      problems.add(
        `parts that stay in place cover ${Math.round((covered.size / innerHeight) * 100)} % of the height`,
      );
    return [...problems];

    /** Returns false for elements that are not rendered or are for screen readers only. */
    function isSeen(element: Element): boolean {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
      for (let at: Element | null = element; at !== null; at = at.parentElement) {
        const { width: wide, height: high } = at.getBoundingClientRect();
        const style = getComputedStyle(at);
        if ((wide <= 1 && high <= 1 && style.overflow !== 'visible') || style.clipPath !== 'none')
          return false;
        if (at.closest('svg, [inert]')) return false;
      }
      return true;
    }

    function linesIn(range: Range): Line[] {
      const lines: Line[] = [];
      for (const { left, right, top, bottom, width: wide } of range.getClientRects()) {
        if (wide < 1) continue;
        const last = lines.at(-1);
        if (last && Math.abs(last.top - top) < 4)
          lines[lines.length - 1] = {
            ...last,
            left: Math.min(last.left, left),
            right: Math.max(last.right, right),
          };
        else lines.push({ left, right, top, bottom });
      }
      return lines;
    }

    /** Returns false for elements that are scrolled out of their container. */
    function isInSight(element: Element, line: Line): boolean {
      const middle = (line.top + line.bottom) / 2;
      for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) {
        if (getComputedStyle(at).overflowY === 'visible') continue;
        const box = at.getBoundingClientRect();
        if (middle < box.top || middle > box.bottom) return false;
      }
      return true;
    }

    /**
     * Returns the area in which an element's text is not cut off; text that can be scrolled into view is not cut off.
     */
    function clippingBox(element: Element): { left: number; right: number } {
      let left = -Infinity;
      let right = Infinity;
      for (let at: Element | null = element; at !== null; at = at.parentElement) {
        const { overflowX, display } = getComputedStyle(at);
        if (display === 'inline') continue;
        if (overflowX === 'auto' || overflowX === 'scroll') return { left, right };
        if (overflowX === 'hidden' || overflowX === 'clip') {
          const box = at.getBoundingClientRect();
          left = Math.max(left, box.left);
          right = Math.min(right, box.right);
        }
      }
      return { left: Math.max(left, 0), right: Math.min(right, width) };
    }

    /** Texts in fixed parts overlap others by design. */
    function findLayer(element: Element): Element | null {
      for (let at: Element | null = element; at !== null; at = at.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(at).position)) return at;
      return null;
    }

    function overlap(a: Line, b: Line): boolean {
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      // Line boxes of neighbours touch; letters overlap from about half a line on.
      return wide > 2 && high > Math.min(a.bottom - a.top, b.bottom - b.top) / 2;
    }
  });
}
