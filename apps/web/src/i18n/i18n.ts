/** The language on screen. Texts are loaded with the pages that need them, in that language only. */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { borrowedTexts } from './borrowed-texts.ts';
import { detectLanguage, rememberLanguage } from './detect-language.ts';
import { languageKey, findLanguage, languages } from './languages.ts';
import type { Language } from './languages.ts';
import { followNumberStyle, numberFormatChanged } from './number-style.ts';
import { fetchFeatureTexts, fetchShellTexts } from './texts.ts';
import type { Feature } from './texts.ts';

const namespace = 'translation';
const inUse = new Set<Feature>();
/** The most recently chosen language; its texts may still be loading. */
let chosen: Language = 'en';

let started: Promise<typeof i18next> | null = null;

/** Finds the customer's language (stored choice, then the browser's) and loads the shell's texts in it. */
export function startI18n(): Promise<typeof i18next> {
  started = start();
  return started;
}

async function start(): Promise<typeof i18next> {
  chosen = detectLanguage();
  await i18next.use(initReactI18next).init({
    resources: { [chosen]: { [namespace]: { ...(await fetchShellTexts(chosen)) } } },
    lng: chosen,
    fallbackLng: false,
    supportedLngs: languages,
    nonExplicitSupportedLngs: true,
    load: 'languageOnly',
    nsSeparator: false,
    interpolation: { escape: inReadingOrder },
    // Plain functions format figures, so components with texts render again when the number format changes.
    react: { useSuspense: false, bindI18n: `languageChanged ${numberFormatChanged}` },
  });
  document.documentElement.lang = chosen;
  i18next.on('languageChanged', (tag) => {
    document.documentElement.lang = findLanguage(tag);
    rememberLanguage(findLanguage(tag));
  });
  globalThis.addEventListener('storage', followOtherTabs);
  followNumberStyle(i18next);
  return i18next;
}

/**
 * Follows the choice made in another tab of the same browser. When the texts cannot be loaded, this tab keeps its
 * language.
 */
function followOtherTabs({ key, newValue }: StorageEvent): void {
  if (key === languageKey && newValue !== null) changeLanguage(findLanguage(newValue)).catch(() => null);
}

/**
 * Loads the texts of a feature, and those it borrows, before its page renders. Waits until the language is known.
 *
 * @throws when they cannot be loaded
 */
export async function loadTexts(feature: Feature): Promise<void> {
  inUse.add(feature);
  for (const lender of findLenders(feature)) inUse.add(lender);
  await started;
  await Promise.all([fetchMissing(findLanguage(i18next.language)), fetchMissing(chosen)]);
}

/**
 * Changes the language once all texts that were ever shown are loaded in it, so that no page is ever untranslated. A
 * later choice overrides a slow earlier one.
 *
 * @throws when they cannot be loaded: the language on screen stays
 */
export async function changeLanguage(language: Language): Promise<void> {
  chosen = language;
  try {
    await fetchMissing(language);
  } catch (error) {
    if (chosen === language) chosen = findLanguage(i18next.language);
    throw error;
  }
  if (chosen === language) await i18next.changeLanguage(language);
}

const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFEFC]/;

/**
 * Keeps a value from reversing the sentence around it: removes bidirectional control characters, and isolates values
 * that are written right to left or contained such characters.
 */
function inReadingOrder(value: string): string {
  const plain = value.replace(directionMarks, '');
  return plain !== value || rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain;
}

async function fetchMissing(language: Language): Promise<void> {
  const missing = [...inUse].filter(
    (feature) => i18next.getResource(language, namespace, feature) === undefined,
  );
  const parts = missing.map((feature) => fetchFeatureTexts(feature, language));
  if (!i18next.hasResourceBundle(language, namespace)) parts.push(fetchShellTexts(language));
  for (const texts of await Promise.all(parts))
    i18next.addResourceBundle(language, namespace, texts, true, true);
}

function findLenders(feature: Feature): readonly Feature[] {
  const lenders: Readonly<Partial<Record<Feature, readonly Feature[]>>> = borrowedTexts;
  return lenders[feature] ?? [];
}
