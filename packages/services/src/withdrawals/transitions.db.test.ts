/** Every allowed and every forbidden transition of withdrawals, on the real ticket table. */
import { accountId, millis, minor, productId, ticketId, userId } from '@salar/protocol';
import type { TicketId } from '@salar/protocol';
import { findWithdrawal, insertWithdrawal } from '@salar/store/tables/tickets/withdrawals';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withdrawalTransitions } from './transitions.ts';
import type { WithdrawalState } from './transitions.ts';
import { move } from './withdrawal-moves.ts';

const states = Object.keys(withdrawalTransitions) as WithdrawalState[];
let store: TestDatabase;
let tickets = 5000;
beforeAll(async () => {
  store = await openTestDatabase();
});
afterAll(() => store.close());

async function ticketIn(status: WithdrawalState): Promise<TicketId> {
  const id = ticketId((tickets += 1));
  await insertWithdrawal(store.database, {
    ticketId: id,
    requestCode: `request ${id}`,
    userId: userId(1),
    accountId: accountId(1001),
    productId: productId(3),
    providerId: 2,
    templateType: 'ToExternalEthereumAddress',
    templateForm: '{}',
    destination: '0xabc',
    amount: minor(10n),
    fee: minor(1n),
    mac: Buffer.alloc(32),
    requestIp: null,
    createdAt: millis(1),
  });
  await store.database.query('UPDATE withdrawal SET status = $2 WHERE ticket_id = $1', [id, status]);
  return id;
}
const findStatus = async (id: TicketId) => (await findWithdrawal(store.database, id))?.status;
const ticketMacKey = Buffer.alloc(32, 7);
const context = () => ({ database: store.database, clock: () => 2, ticketMacKey, by: 'test' });

describe.each(states)('a withdraw ticket in %s', (from) => {
  test.each(states)('goes to %s if the table allows it, and stays otherwise', async (to) => {
    const id = await ticketIn(from);
    const isAllowed = withdrawalTransitions[from].includes(to);
    const moved = await move(context(), id, to);
    expect(moved?.status ?? null).toBe(isAllowed ? to : null);
    expect(await findStatus(id)).toBe(isAllowed ? to : from);
    if (!isAllowed) await expect(move(context(), id, to, { from: [from] })).rejects.toThrow('may go from');
  });

  test('takes one transition of many concurrent ones', async () => {
    const id = await ticketIn(from);
    const moved = await Promise.all(states.map((to) => move(context(), id, to)));
    // A second step may follow the first one, along the table; never two steps from the same status.
    const won = moved.filter((row) => row !== null).map((row) => row.status as WithdrawalState);
    expect(won.length > 0).toBe(withdrawalTransitions[from].length > 0);
    expect(await findStatus(id)).toBe(pathThrough(from, won).at(-1));
  });
});

/** Orders the successful transitions along the table; fails when they do not form a path. */
function pathThrough(from: WithdrawalState, won: readonly WithdrawalState[]): readonly WithdrawalState[] {
  if (won.length === 0) return [from];
  for (const next of won.filter((to) => withdrawalTransitions[from].includes(to))) {
    const rest = won.toSpliced(won.indexOf(next), 1);
    const path = pathThrough(next, rest);
    if (path.length === rest.length + 1) return [from, ...path];
  }
  return [];
}
