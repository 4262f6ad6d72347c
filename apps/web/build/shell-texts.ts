import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../src/i18n/languages.ts';
import type texts from '../src/i18n/locales/en.json';

/** Reads the texts of the shell, which surrounds every page, in one language. */
export function readShellTexts(language: Language): (typeof texts)['shell'] {
  const path = join(import.meta.dirname, '../src/i18n/locales', `${language}.json`);
  return (JSON.parse(readFileSync(path, 'utf8')) as typeof texts).shell;
}
