import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { changeLanguage, startI18n } from '../../i18n/i18n.ts';
import { useFailureText } from './use-failure-text.ts';

await startI18n();

test.each([
  [429, undefined, 'en', 'Too many attempts. Wait a moment and try again.'],
  [429, 1, 'en', 'Too many attempts. Try again in 1 second.'],
  [429, 90, 'es', 'Demasiados intentos. Inténtalo de nuevo en 90 segundos.'],
  [429, 720, 'pt', 'Muitas tentativas. Tente de novo em 12 minutos.'],
  [503, 7, 'en', 'The exchange is very busy at the moment. Try again in 7 seconds.'],
  [503, 61, 'es', 'La plataforma está muy ocupada en este momento. Inténtalo de nuevo en 61 segundos.'],
  [503, undefined, 'pt', 'A plataforma respondeu com o erro 503. Tente de novo em instantes.'],
] as const)(
  'status %d with Retry-After %s is described in %s: %s',
  async (status, seconds, language, text) => {
    await changeLanguage(language);
    const { result } = renderHook(() => useFailureText());
    const wait = seconds === undefined ? {} : { retryAfterSeconds: seconds };
    expect(result.current({ status, data: '', ...wait })).toBe(text);
  },
);
