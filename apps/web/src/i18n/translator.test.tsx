import { act, render } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { translator } from './translator.ts';
import { useTranslation } from './use-translation.ts';

const t = translator.t as (key: string, values?: object) => string;

beforeEach(() => {
  translator.clear();
  translator.add('en', {
    days_one: '{{count}} day',
    days_other: '{{count}} days',
    greeting: { text: 'Hello, {{ name }}' },
  });
  translator.add('es', {
    days_one: '{{count}} día',
    days_many: '{{count}} de días',
    days_other: '{{count}} días',
  });
  act(() => translator.show('en'));
});

test('a count chooses the plural form of the language', () => {
  expect([0, 1, 2].map((count) => t('days', { count }))).toEqual(['0 days', '1 day', '2 days']);
  act(() => translator.show('es'));
  expect([1, 5, 1_000_000].map((count) => t('days', { count }))).toEqual([
    '1 día',
    '5 días',
    '1000000 de días',
  ]);
});

test('a plural form that a language has no text for falls back to the general one', () => {
  act(() => translator.show('es'));
  translator.add('es', { days_many: undefined });
  expect(t('days', { count: 1_000_000 })).toBe('1000000 días');
});

test('values are filled in once, and a missing one is empty', () => {
  expect(t('greeting.text', { name: '{{name}} $t(days) $&' })).toBe('Hello, {{name}} $t(days) $&');
  expect(t('greeting.text', { name: null })).toBe('Hello, ');
  expect(t('greeting.text')).toBe('Hello, ');
});

test('a text that is not loaded is shown as its key', () => {
  for (const key of ['greeting', 'greeting.text.more', 'greeting.constructor', 'toString'])
    expect(t(key)).toBe(key);
});

test('a component renders again when the language or the figures change', () => {
  const seen = new Set<unknown>();
  function Days() {
    const { t: translate, i18n } = useTranslation();
    seen.add(translate);
    return <p lang={i18n.language}>{(translate as typeof t)('days', { count: 2 })}</p>;
  }
  const { container } = render(<Days />);
  act(() => translator.show('es'));
  expect(container.innerHTML).toBe('<p lang="es">2 días</p>');
  act(() => translator.refresh());
  expect(seen.size).toBe(3);
});
