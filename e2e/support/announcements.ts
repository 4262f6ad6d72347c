/** Records what a screen reader would announce automatically: every change of a live region, in order. */
import type { Page } from '@playwright/test';

declare global {
  // oxlint-disable-next-line no-var -- a name of the page's own global object
  var announcements: string[];
}

/** Starts recording with the first page. */
export async function recordAnnouncements(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const live = '[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log], output';
    const said = new WeakMap<Element, string>();
    globalThis.announcements = [];
    const record = (region: Element | null | undefined) => {
      if (!region || region.closest('[aria-hidden=true], [inert]')) return;
      const text = (region.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
      if (text === '' || said.get(region) === text) return;
      said.set(region, text);
      globalThis.announcements.push(text);
    };
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        record((target instanceof Element ? target : target.parentElement)?.closest(live));
        for (const node of addedNodes)
          if (node instanceof Element)
            for (const alert of [node, ...node.querySelectorAll('*')]) if (alert.matches(live)) record(alert);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** Returns the announcements since the last call. */
export function takeAnnouncements(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => globalThis.announcements.splice(0));
}
