/**
 * Translates by the keys of the web app's own translation files, so that a journey reads the same in every language.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './server.ts';
import { isWholeSweep } from './sweep.ts';

export type Language = 'en' | 'es' | 'pt';
const languages: readonly Language[] = ['en', 'es', 'pt'];

/** Selects the languages of a journey: one in turn, or all of them in a whole sweep. */
export function selectLanguages(journey: number): readonly Language[] {
  if (isWholeSweep) return languages;
  return languages.filter((_, place) => place === journey % languages.length);
}

type Texts = { readonly [key: string]: string | Texts };
export type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** @throws for a key that no translation file of the language has */
export function createTranslate(language: Language): Translate {
  return (key, values = {}) => {
    const text = find(language, key);
    return text.replaceAll(/\{\{\s*([\w.]+)[^}]*\}\}/g, (_, name: string) => String(values[name]));
  };
}

function find(language: Language, key: string): string {
  const [feature = '', ...path] = key.split('.');
  const source = join(root, 'apps/web/src');
  const own = ['features', 'parts'].map(
    (folder) => [join(source, folder, feature, 'locales', `${language}.json`), path] as const,
  );
  const shared = [join(source, 'i18n/locales', `${language}.json`), [feature, ...path]] as const;
  for (const [file, keys] of [...own, shared]) {
    if (!existsSync(file)) continue;
    const text = walk(JSON.parse(readFileSync(file, 'utf8')) as Texts, keys);
    if (text !== null) return text;
  }
  throw new Error(`no text ${key} in ${language}`);
}

function walk(texts: Texts, keys: readonly string[]): string | null {
  let at: string | Texts | undefined = texts;
  for (const key of keys) at = typeof at === 'object' ? at[key] : undefined;
  return typeof at === 'string' ? at : null;
}
