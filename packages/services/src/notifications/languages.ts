/** The languages of our mails. */
export const languages = ['en', 'es', 'pt'] as const;
export type Language = (typeof languages)[number];

/** Finds the language of a customer's setting, ignoring case and region; English for any other language. */
export function toLanguage(setting: string | undefined): Language {
  const wanted = setting?.slice(0, 2).toLowerCase();
  return languages.find((language) => language === wanted) ?? 'en';
}
