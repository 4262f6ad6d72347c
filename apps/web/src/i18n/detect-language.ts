/** The stored choice, then the browser's languages. The first one we speak wins; none means English. */
import { languageKey, languages } from './languages.ts';
import type { Language } from './languages.ts';

export function detectLanguage(): Language {
  const wanted = [storedLanguage(), ...(globalThis.navigator?.languages ?? [])];
  for (const tag of wanted) {
    const base = tag?.toLowerCase().split('-')[0];
    const known = languages.find((language) => language === base);
    if (known) return known;
  }
  return 'en';
}

/** Keeps the choice for the next visit. */
export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(languageKey, language);
  } catch {
    // Storage switched off: the choice lasts until the page is closed.
  }
}
/** The language that was chosen in this browser, or null. */
export function storedLanguage(): string | null {
  try {
    return localStorage.getItem(languageKey);
  } catch {
    // Storage switched off: the browser's languages decide.
    return null;
  }
}
