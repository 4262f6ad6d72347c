/** Every allowed and every forbidden transition of deposits, on the real ticket table. */
import { accountId, assert, productId } from '@salar/protocol';
import { findDepositByKey } from '@salar/store/tables/operators/bank-entries';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DepositStatus } from '../tickets/ticket-types.ts';
import { silentLog } from '../ports/log.ts';
import { localProviders } from '../tickets/providers.ts';
import { advanceDeposit, endWithLoss } from './deposit-moves.ts';
import { buildDepositKey, writeDepositTicket } from './deposit-tickets.ts';
import { listDepositStatesBefore, depositTransitions } from './deposit-transitions.ts';
import type { DepositState } from './deposit-transitions.ts';

const states = (Object.keys(depositTransitions) as DepositState[]).filter((state) => state !== 'New');
let store: TestDatabase;
let transactions = 0;
beforeAll(async () => {
  store = await openTestDatabase();
});
afterAll(() => store.close());

const ids = { eth: productId(1), usdt: productId(2), usdc: productId(3) };
const { network, provider } = findLocalNetwork();

function findLocalNetwork() {
  const { networks, providers } = localProviders(ids);
  const [first] = networks;
  const provider = providers.find((one) => one.kind === 'chain' && one.chainId === first?.chainId);
  assert(first !== undefined && provider?.kind === 'chain', 'there is a local network');
  return { network: first, provider };
}
const mover = { ticketMacKey: new Uint8Array(32).fill(1), clock: () => 2, by: 'test' };

/** Has the watcher see a transfer; it is rejected when its amount is below the minimum. */
const sight = (txId: string, status: 'Pending' | 'Rejected') =>
  store.database.transaction((tx) =>
    writeDepositTicket(
      { ...mover, network, providers: [provider], log: silentLog },
      tx,
      { height: 5, hash: '0xdef' },
      {
        accountId: accountId(1001),
        transfer: {
          txId,
          position: 'native',
          productId: provider.productId,
          from: '',
          to: '0xabc',
          amount: status === 'Pending' ? provider.depositMin : provider.depositMin - 1n,
        },
      },
    ),
  );

async function ticketIn(status: DepositStatus) {
  const txId = `tx ${(transactions += 1)}`;
  await sight(txId, 'Pending');
  await store.database.query('UPDATE deposit SET status = $2 WHERE tx_id = $1', [txId, status]);
  return found(txId);
}

async function found(txId: string) {
  const row = await findDepositByKey(store.database, buildDepositKey(network, { txId, position: 'native' }));
  if (row === null) throw new Error('the deposit is missing');
  return row;
}

describe.each(states)('a deposit ticket in %s', (from) => {
  test.each(states)('goes to %s if the table allows it, and stays otherwise', async (to) => {
    const { ticketId, txId } = await ticketIn(from);
    const isAllowed = depositTransitions[from].includes(to);
    const moved = await advanceDeposit({ ...mover, database: store.database }, ticketId, to);
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
    await endWithLoss({ ...mover, database: store.database }, ticketId, 'gone');
    const ends = depositTransitions[from].includes('FullyProcessed') || from === 'FullyProcessed';
    expect((await found(txId)).status).toBe(ends ? 'FullyProcessed' : from);
  });
});

test('exactly one final status credits money, and nothing follows it', () => {
  expect(listDepositStatesBefore('FullyProcessed')).toEqual(['Confirmed']);
  expect(depositTransitions.FullyProcessed).toEqual([]);
});
