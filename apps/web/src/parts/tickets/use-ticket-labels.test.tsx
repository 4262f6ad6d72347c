import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts';
import { useTicketLabels } from './use-ticket-labels.ts';

test('the reason of the exchange is in the customer’s language, that of an operator as written', async () => {
  await startI18n();
  await loadTexts('tickets');
  await changeLanguage('es');
  const { result } = renderHook(() => useTicketLabels());
  expect(result.current.reason('Below the minimum deposit')).toBe('Está por debajo del depósito mínimo');
  expect(result.current.reason('The sender is unknown to us')).toBe('The sender is unknown to us');
});
