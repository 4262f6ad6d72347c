/** The language on screen. Texts arrive with the pages that need them, in that language only. */
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
/** The language that was chosen last; its texts may still be on their way. */
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
    // Figures are written by plain functions: what draws texts is drawn again when their format changes.
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

/** Another tab of the same customer chose. When the texts do not arrive, this one stays as it is. */
function followOtherTabs({ key, newValue }: StorageEvent): void {
  if (key === languageKey && newValue !== null) changeLanguage(findLanguage(newValue)).catch(() => null);
}

/**
 * Loads the texts of a feature, and those it borrows, before its page is drawn. Waits until the language is known.
 *
 * @throws when they do not arrive
 */
export async function loadTexts(feature: Feature): Promise<void> {
  inUse.add(feature);
  for (const lender of findLenders(feature)) inUse.add(lender);
  await started;
  await Promise.all([fetchMissing(findLanguage(i18next.language)), fetchMissing(chosen)]);
}

/**
 * Changes the language once all texts that were ever shown have arrived in it, so that nothing is ever seen
 * untranslated. A later choice wins over a slow earlier one.
 *
 * @throws when they do not arrive: the language on screen stays
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
 * What a sentence is given must not turn the rest of it around: marks that reverse a line are taken out, and what reads
 * from the right, or came with such marks, is kept apart from the words around it.
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
