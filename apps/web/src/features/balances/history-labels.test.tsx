import { renderHook } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { loadTexts, startI18n } from '../../i18n/i18n.ts';
import { useHistoryLabels } from './use-history-labels.ts';

beforeAll(async () => {
  await startI18n();
  await Promise.all([loadTexts('balances'), loadTexts('tickets')]);
});
const labels = () => renderHook(() => useHistoryLabels()).result.current;
const ofOrder = (status: string) => labels().status({ status, side: 'Buy', type: { order: 'Limit' } });
const ofDeposit = (status: string) => labels().status({ status, side: 'Deposit', type: { ticket: 1 } });
const ofWithdrawal = (status: string) => labels().status({ status, side: 'Withdraw', type: { ticket: 1 } });

/** The product's names for the states of an order, a deposit or a withdrawal (product spec, section 4). */
const orders = {
  Working: 'Working',
  Rejected: 'Rejected',
  Canceled: 'Canceled',
  Expired: 'Expired',
  FullyExecuted: 'Fully executed',
};
const deposits = {
  New: 'Received',
  Pending: 'Waiting for confirmations',
  AdminProcessing: 'In review',
  Accepted: 'Accepted',
  SystemProcessing: 'Being credited',
  Confirmed: 'Confirmed',
  FullyProcessed: 'Credited',
  Rejected: 'Not credited',
  Failed: 'No longer on the network',
};
const withdrawals = {
  New: 'Received',
  Pending: 'Received',
  Pending2Fa: 'Awaiting e-mail confirmation',
  Confirmed2Fa: 'Confirmed by you',
  Delayed: 'On hold',
  AdminProcessing: 'In review',
  AmlProcessing: 'In review',
  AutoAccepted: 'Accepted',
  Accepted: 'Accepted',
  SystemProcessing: 'Being sent',
  Submitted: 'Sent',
  Confirmed: 'Almost there',
  FullyProcessed: 'Arrived',
  Rejected: 'Rejected',
  Failed: 'Failed',
  Expired: 'Expired',
  UserCanceled: 'Canceled by you',
  AdminCanceled: 'Canceled by support',
  AdminCancelled: 'Canceled by support',
};

// covers: calls.19
test.each([
  ['an order', orders, ofOrder],
  ['a deposit', deposits, ofDeposit],
  ['a withdrawal', withdrawals, ofWithdrawal],
])('every product name for a status of %s is translated and explained', (_, names, of) => {
  const unexplained = of('Unheard').help;
  for (const [status, name] of Object.entries<string>(names)) {
    expect(of(status).name).toBe(name);
    expect(of(status).help).not.toBe(unexplained);
  }
});

// covers: calls.20
test('every product name for a side or a type is translated', () => {
  const { side, orderType } = labels();
  expect(['Buy', 'Sell', 'Deposit', 'Withdraw'].map(side)).toEqual(['Buy', 'Sell', 'Deposit', 'Withdraw']);
  expect(['Market', 'Limit', 'StopMarket', 'StopLimit'].map(orderType)).toEqual([
    'Market',
    'Limit',
    'Stop market',
    'Stop limit',
  ]);
});

test('an unknown value is shown as received', () => {
  const { side, orderType } = labels();
  expect([side('Lend'), orderType('Iceberg')]).toEqual(['Lend', 'Iceberg']);
  for (const of of [ofOrder, ofDeposit, ofWithdrawal]) expect(of('Unheard').name).toBe('Unheard');
});
