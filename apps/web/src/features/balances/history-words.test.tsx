import { renderHook } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { loadTexts, startI18n } from '../../i18n/i18n.ts';
import { useHistoryWords } from './use-history-words.ts';

beforeAll(async () => {
  await startI18n();
  await loadTexts('balances');
});
const words = () => renderHook(() => useHistoryWords()).result.current;

/** Words of the product for an order or a ticket (product spec, section 4). */
const statuses = {
  Working: 'Working',
  Rejected: 'Rejected',
  Canceled: 'Canceled',
  Expired: 'Expired',
  FullyExecuted: 'Fully executed',
  New: 'New',
  Accepted: 'Accepted',
  AdminProcessing: 'In review',
  Confirmed: 'Confirmed',
  Failed: 'Failed',
  Pending: 'Pending',
  SystemProcessing: 'Processing',
  AutoAccepted: 'Accepted',
  Delayed: 'Delayed',
  UserCanceled: 'Canceled by you',
  AdminCancelled: 'Canceled by support',
  Submitted: 'Submitted',
  FullyProcessed: 'Fully processed',
  Pending2Fa: 'Awaiting e-mail confirmation',
  Confirmed2Fa: 'Confirmed by e-mail',
};

test('every word of the product for a status has words of ours, and an explanation', () => {
  const { status, statusHelp } = words();
  const unexplained = statusHelp('Unheard');
  for (const [word, text] of Object.entries(statuses)) {
    expect(status(word)).toBe(text);
    expect(statusHelp(word)).not.toBe(unexplained);
  }
});

test('every word of the product for a side or a type has words of ours', () => {
  const { side, orderType } = words();
  expect(['Buy', 'Sell', 'Deposit', 'Withdraw'].map(side)).toEqual(['Buy', 'Sell', 'Deposit', 'Withdraw']);
  expect(['Market', 'Limit', 'StopMarket', 'StopLimit'].map(orderType)).toEqual([
    'Market',
    'Limit',
    'Stop market',
    'Stop limit',
  ]);
});

test('a word that nobody knows is shown as it came', () => {
  const { side, status, orderType } = words();
  expect([side('Lend'), status('Unheard'), orderType('Iceberg')]).toEqual(['Lend', 'Unheard', 'Iceberg']);
});
