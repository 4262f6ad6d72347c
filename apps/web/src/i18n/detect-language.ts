/** Picks the first supported language from the stored choice and the browser's languages. The default is English. */
import { languageKey, languages } from './languages.ts';
import type { Language } from './languages.ts';

export function detectLanguage(): Language {
  const wanted = [readStoredLanguage(), ...(globalThis.navigator?.languages ?? [])];
  for (const tag of wanted) {
    const base = tag?.toLowerCase().split('-')[0];
    const known = languages.find((language) => language === base);
    if (known) return known;
  }
  return 'en';
}

/** Stores the choice for the next visit. */
export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(languageKey, language);
  } catch {
    // Storage is disabled: the choice lasts until the page is closed.
  }
}
/** Returns the language that was chosen in this browser, or null. */
export function readStoredLanguage(): string | null {
  try {
    return localStorage.getItem(languageKey);
  } catch {
    // Storage is disabled: the browser's languages decide.
    return null;
  }
}
