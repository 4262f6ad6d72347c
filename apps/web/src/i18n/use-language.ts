import { useTranslation } from 'react-i18next';
import { languageOf } from './languages.ts';
import type { Language } from './languages.ts';

/** The language on screen, and the way to another one. No reload. */
export function useLanguage(): {
  readonly language: Language;
  readonly change: (language: Language) => void;
} {
  const { i18n } = useTranslation();
  return {
    language: languageOf(i18n.resolvedLanguage),
    change: (language) => void i18n.changeLanguage(language),
  };
}
