/**
 * Translates refusals for pages. Few visits need the table and its texts, so they are loaded when the browser is idle
 * or with the first refusal: the base query waits for them before it passes the answer to a page.
 */
import type { Translate } from './translator.ts';
import { loadTexts } from './i18n.ts';
import type { translateRefusal as translateByTable } from './server-refusals.ts';

let table: typeof translateByTable | null = null;

/**
 * Loads the table and its texts in the language on screen. It never throws: without a connection, refusals are shown as
 * received, and the next one tries again.
 */
export async function loadRefusals(): Promise<void> {
  try {
    const [{ translateRefusal: loaded }] = await Promise.all([
      import('./server-refusals.ts'),
      loadTexts('refusals'),
    ]);
    table = loaded;
  } catch {
    table = null;
  }
}

/** Translates a refusal of the exchange; null for a text without a translation. */
export function translateRefusal(text: string, t: Translate): string | null {
  return table === null ? null : table(text, t);
}
