/** Every move of the table of deposits and every move that is not in it, on the real table of tickets. */
import { randomUUID } from 'node:crypto';
import { accountId, millis, minor, productId } from '@salar/protocol';
import { confirmLoss, moveDeposit, upsertDeposit } from '@salar/store/tables/tickets/deposits';
import { findDepositByKey } from '@salar/store/tables/operators/bank-entries';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DepositStatus } from '../tickets/ticket-types.ts';
import { listDepositStatesBefore, depositTransitions } from './deposit-transitions.ts';
import type { DepositState } from './deposit-transitions.ts';

const states = (Object.keys(depositTransitions) as DepositState[]).filter((state) => state !== 'New');
let store: TestDatabase;
let transactions = 0;
beforeAll(async () => {
  store = await openTestDatabase();
});
afterAll(() => store.close());

const sight = (txId: string, status: DepositStatus) =>
  upsertDeposit(store.database, {
    requestCode: randomUUID(),
    key: txId,
    chainId: 1,
    accountId: accountId(1001),
    productId: productId(3),
    providerId: 2,
    amount: minor(10n),
    status,
    txId,
    position: 'native',
    fromAddress: '',
    toAddress: '0xabc',
    blockHeight: 5,
    blockHash: '0xdef',
    confirmationsNeeded: 2,
    rejectReason: null,
    createdAt: millis(1),
  });

async function ticketIn(status: DepositStatus) {
  const txId = `tx ${(transactions += 1)}`;
  await sight(txId, 'Pending');
  await store.database.query('UPDATE deposit SET status = $2 WHERE key = $1', [txId, status]);
  return found(txId);
}

async function found(txId: string) {
  const row = await findDepositByKey(store.database, txId);
  if (row === null) throw new Error('the deposit was written');
  return row;
}

describe.each(states)('a deposit ticket in %s', (from) => {
  test.each(states)('goes to %s if the table says so, and stays otherwise', async (to) => {
    const { ticketId, txId } = await ticketIn(from);
    const isAllowed = depositTransitions[from].includes(to);
    const moved = await moveDeposit(store.database, {
      ticketId,
      from: listDepositStatesBefore(to),
      to,
      at: 2,
    });
    expect(moved).toBe(isAllowed);
    expect((await found(txId)).status).toBe(isAllowed ? to : from);
  });

  test.each(['Pending', 'Rejected'] as const)(
    'seen again as %s comes back to life if it had failed',
    async (to) => {
      const { txId } = await ticketIn(from);
      await sight(txId, to);
      expect((await found(txId)).status).toBe(from === 'Failed' ? to : from);
      if (from === 'Failed') expect(depositTransitions.Failed).toContain(to);
    },
  );

  test('is ended with a loss only along the table, or where it has ended so before', async () => {
    const { ticketId, txId } = await ticketIn(from);
    await confirmLoss(store.database, { ticketId, reason: 'gone', at: 2 });
    const ends = depositTransitions[from].includes('FullyProcessed') || from === 'FullyProcessed';
    expect((await found(txId)).status).toBe(ends ? 'FullyProcessed' : from);
  });
});

test('money is given at the end of one way only, and nothing leads on from there', () => {
  expect(listDepositStatesBefore('FullyProcessed')).toEqual(['Confirmed']);
  expect(depositTransitions.FullyProcessed).toEqual([]);
});
