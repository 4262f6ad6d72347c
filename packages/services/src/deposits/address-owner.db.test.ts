/** An attack of somebody who owns the tables and has a customer account: another customer's deposit address is assigned again. */
import { accountId } from '@salar/protocol';
import { createDecisions } from '@salar/testing/decision-memory';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { createCollectingLog } from '@salar/testing/ticket-world';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AddressScheme } from '../ports/chain-client.ts';
import { DepositAddresses } from './deposit-addresses.ts';

const [victim, thief] = [accountId(1001), accountId(1002)];
const scheme: AddressScheme = {
  family: 'evm',
  firstIndex: 1,
  derive: (index) => `address ${index}`,
  parse: (text) => text,
  isBurn: () => false,
};

let store: TestDatabase;
beforeAll(async () => {
  store = await openTestDatabase();
});
afterAll(() => store?.close());

test('an address that a customer was shown is never given to another one', async () => {
  const { database } = store;
  const decisions = createDecisions(() => 1);
  const { log, alerts } = createCollectingLog();
  const options = { database, macKey: new Uint8Array(32).fill(2), decisions, clock: () => 1, log };
  const shown = await new DepositAddresses(options).current(victim, scheme);
  await database.query(`DELETE FROM deposit_address; UPDATE address_counter SET next_index = next_index - 1`);
  const addresses = new DepositAddresses(options); // as after a restart
  const given = [await addresses.current(thief, scheme), await addresses.next(thief, scheme)];
  expect(given).toEqual(['address 2', { ok: true, value: 'address 3' }]);
  const owners = await addresses.findOwners(database, scheme, [shown]);
  expect([...owners.values()]).not.toContain(thief);
  expect(alerts).toEqual(['ALERT: used deposit addresses are free in the database, and are skipped']);
});
