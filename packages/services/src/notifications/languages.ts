/** The languages of our mail. */
export const languages = ['en', 'es', 'pt'] as const;
export type Language = (typeof languages)[number];

/** The language of a customer's setting, whatever its case and region; English when it is none of ours. */
export function toLanguage(setting: string | undefined): Language {
  const wanted = setting?.slice(0, 2).toLowerCase();
  return languages.find((language) => language === wanted) ?? 'en';
}
