/** The language on screen. Texts are loaded with the pages that need them, in that language only. */
import { borrowedTexts } from './borrowed-texts.ts';
import { detectLanguage, rememberLanguage } from './detect-language.ts';
import { languageKey, findLanguage } from './languages.ts';
import type { Language } from './languages.ts';
import { followNumberStyle } from './number-style.ts';
import { fetchFeatureTexts, fetchShellTexts } from './texts.ts';
import type { Feature } from './text-key.ts';
import { translator } from './translator.ts';
import type { Translator } from './translator.ts';

const inUse = new Set<Feature>();
/** The most recently chosen language; its texts may still be loading. */
let chosen: Language = 'en';

let started: Promise<Translator> | null = null;

/** Finds the customer's language (stored choice, then the browser's) and loads the shell's texts in it. */
export function startI18n(): Promise<Translator> {
  started = start();
  return started;
}

async function start(): Promise<Translator> {
  const language = detectLanguage();
  chosen = language;
  const texts = await fetchShellTexts(language);
  translator.clear();
  translator.add(language, texts);
  show(language);
  globalThis.addEventListener('storage', followOtherTabs);
  followNumberStyle(translator);
  return translator;
}

function show(language: Language): void {
  translator.show(language);
  document.documentElement.lang = language;
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
  await Promise.all([fetchMissing(translator.language), fetchMissing(chosen)]);
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
    if (chosen === language) chosen = translator.language;
    throw error;
  }
  if (chosen === language) {
    show(language);
    rememberLanguage(language);
  }
}

async function fetchMissing(language: Language): Promise<void> {
  const missing = [...inUse].filter((feature) => !translator.has(language, feature));
  const parts = missing.map((feature) => fetchFeatureTexts(feature, language));
  if (!translator.has(language)) parts.push(fetchShellTexts(language));
  for (const texts of await Promise.all(parts)) translator.add(language, texts);
}

function findLenders(feature: Feature): readonly Feature[] {
  const lenders: Readonly<Partial<Record<Feature, readonly Feature[]>>> = borrowedTexts;
  return lenders[feature] ?? [];
}
