import { NativeSelect } from '@salar/ui';
import { useTranslation } from '../i18n/use-translation.ts';
import { languageNames, findLanguage, languages } from '../i18n/languages.ts';
import type { Language } from '../i18n/languages.ts';
import { useLanguage } from '../i18n/use-language.ts';

const options = languages.map((id) => ({ id, label: languageNames[id], lang: id }));

/** Selects a language; each is listed under its own name. */
export function LanguageChoice({ onChange }: { readonly onChange?: (language: Language) => void }) {
  const { t } = useTranslation();
  const { language, change } = useLanguage();
  return (
    <NativeSelect
      label={t('shell.menu.language')}
      options={options}
      value={language}
      onChange={(id) => {
        change(findLanguage(id));
        onChange?.(findLanguage(id));
      }}
      className="-me-2.5"
    />
  );
}
