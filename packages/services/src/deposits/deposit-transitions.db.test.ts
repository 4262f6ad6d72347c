/** Every allowed and every forbidden transition of deposits, on the real ticket table. */
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
  if (row === null) throw new Error('the deposit is missing');
  return row;
}

describe.each(states)('a deposit ticket in %s', (from) => {
  test.each(states)('goes to %s if the table allows it, and stays otherwise', async (to) => {
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

  test.each(['Pending', 'Rejected'] as const)('seen again as %s is revived if it had failed', async (to) => {
    const { txId } = await ticketIn(from);
    await sight(txId, to);
    expect((await found(txId)).status).toBe(from === 'Failed' ? to : from);
    if (from === 'Failed') expect(depositTransitions.Failed).toContain(to);
  });

  test('ends with a loss only along the table, or where it has ended so before', async () => {
    const { ticketId, txId } = await ticketIn(from);
    await confirmLoss(store.database, { ticketId, reason: 'gone', at: 2 });
    const ends = depositTransitions[from].includes('FullyProcessed') || from === 'FullyProcessed';
    expect((await found(txId)).status).toBe(ends ? 'FullyProcessed' : from);
  });
});

test('exactly one final status credits money, and nothing follows it', () => {
  expect(listDepositStatesBefore('FullyProcessed')).toEqual(['Confirmed']);
  expect(depositTransitions.FullyProcessed).toEqual([]);
});
