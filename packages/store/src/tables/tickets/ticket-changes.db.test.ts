import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountId, millis, minor, productId, ticketId, userId } from '@salar/protocol';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { TicketDatabase } from '../../ticket-database.ts';
import type { TicketChange } from '../../ticket-database.ts';
import { takeLease } from '../../lease/lease.ts';
import { advanceCursor } from '../chains/chain-cursors.ts';
import { insertDeposit, moveDeposit, orphanDepositsAbove } from './deposits.ts';
import { armWithdrawal, insertWithdrawal, moveWithdrawal } from './withdrawals.ts';

const maria = accountId(1001);
let store: TestDatabase;
const published: TicketChange[] = [];
const received = () => published.splice(0);

beforeAll(async () => {
  store = await openTestDatabase();
  store.ticketEvents.follow((change) => void published.push(change));
});
afterAll(() => store.close());

const proof = { statusBefore: '', statusBy: 'test', trail: null, statusMac: Buffer.alloc(32) };
const deposit = {
  ticketId: ticketId(900),
  transition: { ...proof, step: 1, at: 1 },
  requestCode: '6c0d3f1e-2b5a-4f7e-9a51-0d1b2c3d4e5f',
  key: 'a transfer',
  chainId: 7,
  accountId: maria,
  productId: productId(1),
  providerId: 1,
  amount: minor(5n),
  status: 'Pending',
  txId: 'tx',
  position: 'native',
  fromAddress: 'a',
  toAddress: 'b',
  blockHeight: 10,
  blockHash: 'ten',
  confirmationsNeeded: 2,
  rejectReason: null,
  createdAt: millis(1),
} as const;

test('a ticket change is published when its transaction is committed, and never when it is rolled back', async () => {
  const { database } = store;
  const failing = database.transaction(async (tx) => {
    await insertDeposit(tx, deposit);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(received()).toEqual([]);
  await database.transaction(async (tx) => {
    await insertDeposit(tx, deposit);
    await advanceCursor(tx, { chainId: 7, point: { height: 10, hash: 'ten' }, keep: 5 });
    expect(received()).toEqual([]);
  });
  expect(received()).toEqual([
    { table: 'deposit', accountId: maria, ticketId: expect.any(Number) },
    { table: 'chain_cursor', chainId: 7 },
  ]);
});

test('a move outside a transaction is published at once, and one that did not happen is not', async () => {
  const { database } = store;
  const [row] = await database.query<{ id: number }>('SELECT ticket_id AS id FROM deposit');
  const id = ticketId(row?.id ?? 0);
  const transition = { ...proof, step: 2, at: 2 };
  expect(
    await moveDeposit(database, { ticketId: id, from: ['Confirmed'], to: 'FullyProcessed', transition }),
  ).toBe(false);
  expect(received()).toEqual([]);
  await moveDeposit(database, { ticketId: id, from: ['Pending'], to: 'Confirmed', transition });
  expect(received()).toEqual([{ table: 'deposit', accountId: maria, ticketId: id }]);
});

test('a withdrawal is published from the moment when its customer can see it', async () => {
  const { database } = store;
  const id = ticketId(77);
  await insertWithdrawal(database, {
    ticketId: id,
    requestCode: 'a request',
    userId: userId(1),
    accountId: maria,
    productId: productId(1),
    providerId: 1,
    templateType: 'ToExternalEthereumAddress',
    templateForm: '{}',
    destination: '0xabc',
    amount: minor(10n),
    fee: minor(1n),
    mac: Buffer.alloc(32),
    requestIp: null,
    createdAt: millis(1),
  });
  expect(received()).toEqual([]);
  await armWithdrawal(database, {
    ticketId: id,
    codeMac: Buffer.alloc(32),
    codeHash: Buffer.alloc(32),
    codeExpiresAt: 9,
    transition: { ...proof, step: 1, at: 2 },
  });
  expect(received()).toEqual([{ table: 'withdrawal', accountId: maria, ticketId: id }]);
  await moveWithdrawal(database, { ticketId: id, from: ['Pending2Fa'], to: 'UserCanceled', at: 3 });
  expect(received()).toEqual([{ table: 'withdrawal', accountId: maria, ticketId: id }]);
});

test('changes over the connections of a writer are published as well', async () => {
  const epoch = await takeLease(store.database, { holder: 'a writer' });
  const writer = new TicketDatabase(
    { ...store.options, epoch: epoch ?? 0 },
    { events: store.ticketEvents, seals: store.database.seals },
  );
  const orphaned = await writer.transaction((tx) =>
    orphanDepositsAbove(tx, { chainId: 7, height: 9, head: 9, at: 3 }),
  );
  await writer.close();
  expect(orphaned).toBe(1);
  expect(received()).toMatchObject([{ table: 'deposit', accountId: maria }]);
});

test('an effect after a commit follows it, also when the answer is lost, and never a rollback', async () => {
  const effects: string[] = [];
  await store.database.transaction(async (tx) => {
    tx.afterCommit(() => void effects.push('committed'));
    expect(effects).toEqual([]);
  });
  expect(effects).toEqual(['committed']);
  const failing = store.database.transaction(async (tx) => {
    tx.afterCommit(() => void effects.push('rolled back'));
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  const interrupted = store.database.transaction(async (tx) => {
    tx.afterCommit(() => void effects.push('answer lost'));
    const [connection] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await store.database.query('SELECT pg_terminate_backend($1)', [connection?.pid]);
  });
  await expect(interrupted).rejects.toThrow();
  store.database.afterCommit(() => void effects.push('at once'));
  expect(effects).toEqual(['committed', 'answer lost', 'at once']);
});
