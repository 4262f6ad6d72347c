/**
 * The translation of refusals for pages. Its table and its texts are needed by few visits, so they arrive when the browser
 * is idle, or with the first refusal: the base query waits for them before a page gets the answer.
 */
import type { TFunction } from 'i18next';
import { loadTexts } from './i18n.ts';
import type { translateRefusal as translateByTable } from './server-refusals.ts';

let table: typeof translateByTable | null = null;

/**
 * Loads the table, and its texts in the language on screen. Without a connection it does not throw: refusals are then shown
 * as received, and the next one tries again.
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

/** Translates a refusal of the exchange; null for a text that nobody has translated. */
export function translateRefusal(text: string, t: TFunction): string | null {
  return table === null ? null : table(text, t);
}
