/**
 * The customer's number style, 1,234.56 or 1.234,56, for every figure on screen and every typed amount.
 *
 * The choice is stored in this browser, like the language. The default is the point (product spec, section 9).
 */
import { numberStyles, setNumberFormat, subscribeToNumberFormat, toNumberFormat } from '@salar/ui';
import type { NumberStyle } from '@salar/ui';
import type { Translator } from './translator.ts';

export const numberStyleKey = 'ui.numbers';
/** The key of the account's user config under which the choice is saved. */
export const numberStyleConfigKey = 'NumberFormat';

/** The choice when the browser stores nothing; it lasts until the page is closed. */
let chosenHere: NumberStyle | null = null;
let apply: () => void = () => undefined;

/** Applies the stored choice and follows the language, the choice itself and other tabs. */
export function followNumberStyle(translator: Translator): void {
  apply = () => setNumberFormat(toNumberFormat(translator.language, readStoredNumberStyle()));
  apply();
  let { language } = translator;
  translator.subscribe(() => {
    if (translator.language === language) return;
    language = translator.language;
    apply();
  });
  // Plain functions format figures, so components with texts render again when the number format changes.
  subscribeToNumberFormat(() => translator.refresh());
  globalThis.addEventListener('storage', ({ key }) => {
    if (key === numberStyleKey) apply();
  });
}

/** Changes the format of the whole page at once and stores the choice for the next visit. */
export function chooseNumberStyle(style: NumberStyle): void {
  chosenHere = style;
  try {
    localStorage.setItem(numberStyleKey, style);
  } catch {
    // Storage is disabled: the choice lasts until the page is closed.
  }
  apply();
}

/** Returns the style that was chosen in this browser, or null. */
export function readStoredNumberStyle(): NumberStyle | null {
  try {
    return toNumberStyle(localStorage.getItem(numberStyleKey));
  } catch {
    return chosenHere;
  }
}

/** Returns the style with this name; null for any other text. */
export function toNumberStyle(name: string | null | undefined): NumberStyle | null {
  return numberStyles.find((style) => style === name) ?? null;
}
