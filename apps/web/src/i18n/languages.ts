/** The languages of the app, in the order the menu cycles through them. */
export const languages = ['en', 'es', 'pt'] as const;
export type Language = (typeof languages)[number];

/** The name of each language in that language. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Español',
  pt: 'Português',
};

/** The locales for React Aria's own strings and date fields. */
export const ariaLocales: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-ES', pt: 'pt-BR' };

export const languageKey = 'ui.language';

/** Maps a language tag to a language of the app: `es-CO` is `es`, `fr` falls back to `en`. */
export function findLanguage(tag: string | undefined): Language {
  const base = tag?.toLowerCase().split('-')[0];
  return languages.find((language) => language === base) ?? 'en';
}

export function getNextLanguage(language: Language): Language {
  return languages[(languages.indexOf(language) + 1) % languages.length] ?? 'en';
}
