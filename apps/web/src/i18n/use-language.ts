import { notify } from '@salar/ui';
import { useTranslation } from './use-translation.ts';
import { changeLanguage } from './i18n.ts';
import type { Language } from './languages.ts';

/**
 * Returns the language on screen and a function that changes it without a reload. A toast reports texts that cannot be
 * loaded.
 */
export function useLanguage(): {
  readonly language: Language;
  readonly change: (language: Language) => void;
} {
  const { i18n, t } = useTranslation();
  return {
    language: i18n.language,
    change: (language) =>
      void changeLanguage(language).catch(() => notify.error(t('common.failure.FETCH_ERROR'))),
  };
}
