import { afterEach, expect, test, vi } from 'vitest';
import { detectLanguage } from './detect-language.ts';
import { startI18n } from './i18n.ts';
import { languageKey } from './languages.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

function speak(...tags: string[]) {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(tags);
}

test.each([
  [['es-CO', 'en'], 'es'],
  [['es-419'], 'es'],
  [['pt-BR'], 'pt'],
  [['fr-FR', 'pt-PT'], 'pt'],
  [['fr-FR'], 'en'],
  [[], 'en'],
])('a browser that speaks %j sees %s', (tags, language) => {
  speak(...tags);
  expect(detectLanguage()).toBe(language);
});

test('a stored choice comes before the browser; a damaged one does not', () => {
  speak('es-CO');
  localStorage.setItem(languageKey, 'pt');
  expect(detectLanguage()).toBe('pt');
  localStorage.setItem(languageKey, 'klingon');
  expect(detectLanguage()).toBe('es');
});

test('the texts are there before the first paint, and a change is remembered', async () => {
  speak('es-CO');
  const i18n = await startI18n();
  expect(i18n.t('sign-in.title')).toBe('Iniciar sesión');
  expect(document.documentElement.lang).toBe('es');
  await i18n.changeLanguage('pt');
  expect(i18n.t('sign-in.title')).toBe('Entrar');
  expect(document.documentElement.lang).toBe('pt');
  expect(localStorage.getItem(languageKey)).toBe('pt');
});
