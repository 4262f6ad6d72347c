import i18next from 'i18next';
import type { BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { detectLanguage, rememberLanguage } from './detect-language.ts';
import { texts as en } from './en.ts';
import { languageOf, languages } from './languages.ts';
import type { Language } from './languages.ts';

/** Spanish and Portuguese arrive when first needed, before the first paint; English is always here. */
const bundles: BackendModule = {
  type: 'backend',
  init: () => undefined,
  // With two parameters the library takes the promise instead of a callback.
  read: (language, _namespace) => loaders[languageOf(language)](),
};

const loaders: Readonly<Record<Language, () => Promise<object>>> = {
  en: async () => en,
  es: async () => (await import('./es.ts')).texts,
  pt: async () => (await import('./pt.ts')).texts,
};

/** Finds the customer's language (stored choice, then the browser's) and loads its texts. */
export async function startI18n(): Promise<typeof i18next> {
  await i18next
    .use(bundles)
    .use(initReactI18next)
    .init({
      resources: { en: { translation: en } },
      partialBundledLanguages: true,
      lng: detectLanguage(),
      fallbackLng: 'en',
      supportedLngs: languages,
      nonExplicitSupportedLngs: true,
      load: 'languageOnly',
      nsSeparator: false,
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    });
  document.documentElement.lang = languageOf(i18next.resolvedLanguage);
  i18next.on('languageChanged', (tag) => {
    document.documentElement.lang = languageOf(tag);
    rememberLanguage(languageOf(tag));
  });
  return i18next;
}
