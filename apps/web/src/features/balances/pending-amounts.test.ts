import { expect, test } from 'vitest';
import type { Ticket } from '../../api/records/ticket.ts';
import { sumPendingAmounts } from './pending-amounts.ts';

// covers: dashboard.10
test('only deposits in the state Pending count, summed by product', () => {
  const pending = sumPendingAmounts([
    ticket(1, 'Pending', '0.1'),
    ticket(1, 'Pending', '0.2'),
    ticket(2, 'Pending', '5'),
    ticket(1, 'FullyProcessed', '7'),
    ticket(3, 'Confirmed', '1'),
  ]);
  expect([...pending]).toEqual([
    [1, '0.3'],
    [2, '5'],
  ]);
});

function ticket(productId: number, status: string, amount: string): Ticket {
  return {
    ticketNumber: 1,
    requestCode: '',
    productId,
    symbol: 'BTC',
    amount,
    fee: '0',
    notionalValue: '0',
    notionalProductId: null,
    network: '',
    form: {},
    destination: null,
    transactionId: null,
    confirmations: null,
    delayedUntil: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    status,
    rejectReason: null,
  };
}
