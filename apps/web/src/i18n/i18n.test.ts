import { getNumberFormat, setNumberFormat } from '@salar/ui';
import { afterEach, expect, test, vi } from 'vitest';
import { detectLanguage } from './detect-language.ts';
import { borrowedTexts } from './borrowed-texts.ts';
import { changeLanguage, loadTexts, startI18n } from './i18n.ts';
import { languageKey } from './languages.ts';
import * as texts from './texts.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

function setBrowserLanguages(...tags: string[]) {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(tags);
}

// covers: figures.5
test.each([
  [['es-CO', 'en'], 'es'],
  [['es-419'], 'es'],
  [['pt-BR'], 'pt'],
  [['fr-FR', 'pt-PT'], 'pt'],
  [['fr-FR'], 'en'],
  [[], 'en'],
])('a browser with the languages %j gets %s', (tags, language) => {
  setBrowserLanguages(...tags);
  expect(detectLanguage()).toBe(language);
});

// covers: figures.6
test('a stored choice comes before the browser; a damaged one does not', () => {
  setBrowserLanguages('es-CO');
  localStorage.setItem(languageKey, 'pt');
  expect(detectLanguage()).toBe('pt');
  localStorage.setItem(languageKey, 'klingon');
  expect(detectLanguage()).toBe('es');
});

// covers: figures.7
test('the texts are loaded before the first paint, and a change is stored', async () => {
  setBrowserLanguages('es-CO');
  const i18n = await startI18n();
  await loadTexts('sign-in');
  expect(i18n.t('sign-in.title')).toBe('Iniciar sesión');
  expect(document.documentElement.lang).toBe('es');
  await changeLanguage('pt');
  expect(i18n.t('sign-in.title')).toBe('Entrar');
  expect(i18n.t('common.retry')).toBe('Tentar de novo');
  expect(document.documentElement.lang).toBe('pt');
  expect(localStorage.getItem(languageKey)).toBe('pt');
});

test('a page that loads before the language is known gets its texts in that language', async () => {
  setBrowserLanguages('es-CO');
  const starting = startI18n();
  await loadTexts('swap');
  const i18n = await starting;
  expect(i18n.has('es', 'swap')).toBe(true);
});

test('a name that reverses what follows it leaves the rest of its sentence as it was', async () => {
  setBrowserLanguages('en');
  const i18n = await startI18n();
  await loadTexts('forgot-password');
  const sentence = (userName: string) => i18n.t('forgot-password.done.body', { userName });
  const about = (name: string) => `If “${name}” exists, a link to choose a new password is on its way.`;
  expect(sentence('maria <b>')).toBe(about('maria <b>'));
  expect(sentence('mar\u202Eia\u2069')).toBe(about('\u2068maria\u2069'));
  expect(sentence('\u05DE\u05E8\u05D9\u05D4')).toBe(about('\u2068\u05DE\u05E8\u05D9\u05D4\u2069'));
});

test('a page that borrows texts of another feature has them', async () => {
  setBrowserLanguages('pt-BR');
  const i18n = await startI18n();
  await loadTexts('reset-password');
  expect(i18n.has('pt', 'reset-password')).toBe(true);
  expect(i18n.has('pt', 'sign-up')).toBe(true);
});

test('the last choice wins, and a page that opens in the meantime uses it', async () => {
  setBrowserLanguages('en-US');
  const i18n = await startI18n();
  await Promise.all([changeLanguage('es'), changeLanguage('pt'), loadTexts('swap')]);
  expect(i18n.language).toBe('pt');
  expect(i18n.has('pt', 'swap')).toBe(true);
});

test('a number format that is set stays until the language or the choice changes', async () => {
  setBrowserLanguages('en-US');
  await startI18n();
  setNumberFormat({ style: 'comma', isHabit: true });
  expect(getNumberFormat()).toEqual({ style: 'comma', isHabit: true });
  await changeLanguage('es');
  expect(getNumberFormat()).toEqual({ style: 'point', isHabit: false });
});

test('the language chosen in another tab applies here too, without a reload', async () => {
  setBrowserLanguages('en-US');
  const i18n = await startI18n();
  await loadTexts('swap');
  globalThis.dispatchEvent(new StorageEvent('storage', { key: languageKey, newValue: 'es' }));
  await vi.waitFor(() => expect(document.documentElement.lang).toBe('es'));
  expect(i18n.t('swap.title')).toBe('Intercambiar');
});

test('texts that cannot be loaded leave the language as it is, and a later page still opens', async () => {
  setBrowserLanguages('en-US');
  const i18n = await startI18n();
  vi.spyOn(texts, 'fetchShellTexts').mockRejectedValueOnce(new TypeError('the connection broke'));
  await expect(changeLanguage('es')).rejects.toThrow('the connection broke');
  expect(i18n.language).toBe('en');
  expect(document.documentElement.lang).toBe('en');
  await loadTexts('settings');
  expect(i18n.has('es')).toBe(false);
});

test('no page uses texts that it does not load', () => {
  const files = import.meta.glob<string>(
    '../{app,api,customer,features,lib,live,parts,session,store}/**/*.{ts,tsx}',
    {
      query: '?raw',
      import: 'default',
      eager: true,
    },
  );
  const lent: Readonly<Record<string, readonly string[]>> = borrowedTexts;
  const word = new RegExp(`["'\`](${texts.features.join('|')})\\.[a-zA-Z$]`, 'g');
  const strangers = Object.entries(files).flatMap(([file, source]) => {
    if (file.includes('.test.')) return [];
    const feature = /^\.\.\/(?:features|parts)\/([^/]+)\//.exec(file)?.[1] ?? '';
    const used = new Set([...source.matchAll(word)].map(([, name = '']) => name));
    return [...used]
      .filter((name) => name !== feature && !lent[feature]?.includes(name))
      .map((name) => `${file}: ${name}`);
  });
  expect(strangers).toEqual([]);
});
