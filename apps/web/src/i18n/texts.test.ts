/** The texts exist in all three languages and correspond to each other. */
import { describe, expect, test } from 'vitest';
import { findLanguage, getNextLanguage } from './languages.ts';
import type { Language } from './languages.ts';
import { features, fetchFeatureTexts, fetchShellTexts } from './texts.ts';

const pluralForm = /_(zero|one|two|few|many|other)$/;
/** Terms that a native speaker writes as in English. A translation made only to differ would read as foreign. */
const sameOnPurpose = new Set([
  'Error',
  'E-mail',
  'Idioma',
  'API',
  'Total',
  'Volume h',
  'Hold',
  'WIP',
  'Salar',
  'Social',
  'Status',
  'Ticket',
  'Online',
  'Material',
  'Nonce',
  'slide',
  'Memo',
  'CPF',
  'CEP',
  'Pix',
  'Spread',
]);

const flatEn = flatten(await everyText('en'));

describe.each([
  ['es', flatten(await everyText('es'))],
  ['pt', flatten(await everyText('pt'))],
] as const)('%s', (language, flat) => {
  test('has the keys of English, apart from plural forms', () => {
    expect(baseKeys(flat)).toEqual(baseKeys(flatEn));
  });

  test('fills every text', () => {
    expect([...flat].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([]);
  });

  test('uses the same placeholders and tags', () => {
    const different = [...flat].filter(([key, text]) => marks(text) !== marks(findEnglish(key)));
    expect(different.map(([key]) => key)).toEqual([]);
  });

  test('leaves nothing in English', () => {
    const untouched = [...flat].filter(([key, text]) => text === findEnglish(key) && !isSameOnPurpose(text));
    expect(untouched.map(([key, text]) => `${language} ${key}: ${text}`)).toEqual([]);
  });
});

test('English fills every text', () => {
  expect([...flatEn].filter(([, text]) => text.trim() === '')).toEqual([]);
});

test('the catalogue of errors and successes is complete', () => {
  const names = [
    'errors.accountLocked',
    'errors.loginFailed',
    'errors.unexpectedError',
    'errors.2faInvalid',
    'errors.2factorRequired',
    'errors.userOrEmailExists',
    'errors.registrationFailed',
    'errors.userEmailAlreadyExists',
    'errors.userNameAlreadyExists',
    'errors.verificationEmailError',
    'errors.invalidOrExpiredLink',
    'errors.verificationFailed',
    'success.verificationEmailSent',
    'success.registrationSuccess',
    'success.loginSuccessful',
  ];
  expect(names.filter((name) => !flatEn.has(name))).toEqual([]);
});

// covers: frame.3, figures.5
test('language tags map to languages, and the menu cycles through all three', () => {
  expect(['es-CO', 'es-419', 'pt-BR', 'fr-FR', 'EN-us', undefined].map(findLanguage)).toEqual([
    'es',
    'es',
    'pt',
    'en',
    'en',
    'en',
  ]);
  expect([getNextLanguage('en'), getNextLanguage('es'), getNextLanguage('pt')]).toEqual(['es', 'pt', 'en']);
});

type Tree = { readonly [key: string]: string | Tree };

async function everyText(language: Language): Promise<Tree> {
  const parts = features.map((feature) => fetchFeatureTexts(feature, language));
  return Object.assign({}, await fetchShellTexts(language), ...(await Promise.all(parts)));
}

function flatten(tree: Tree, prefix = ''): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[prefix + key, value]] : [...flatten(value, `${prefix}${key}.`)],
    ),
  );
}

function baseKeys(flat: ReadonlyMap<string, string>): string[] {
  return [...new Set([...flat.keys()].map((key) => key.replace(pluralForm, '')))].sort();
}

function findEnglish(key: string): string {
  return flatEn.get(key) ?? flatEn.get(key.replace(pluralForm, '_other')) ?? '';
}

function marks(text: string): string {
  return [...text.matchAll(/\{\{\s*(\w+)\s*\}\}|<\/?(\w+)\/?>/g)]
    .map(([mark]) => mark.replace(/\s/g, ''))
    .sort()
    .join(' ');
}

function isSameOnPurpose(text: string): boolean {
  const letters = text
    .replace(/\{\{\w+\}\}/g, '')
    .replace(/[^\p{L}-]+/gu, ' ')
    .trim();
  return letters === '' || sameOnPurpose.has(letters) || /^[A-Z]{2,5}$/.test(letters);
}
