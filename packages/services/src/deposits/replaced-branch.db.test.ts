/** Deposit addresses once their key was replaced: customers get new ones, and former ones stay theirs. */
import { accountId } from '@salar/protocol';
import { createDecisions } from '@salar/testing/decision-memory';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { createCollectingLog } from '@salar/testing/ticket-world';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AddressScheme } from '../ports/chain-client.ts';
import {
  findDepositPlace,
  firstDepositIndex,
  isDepositIndex,
  listCompromisedIndexes,
} from './deposit-branches.ts';
import { DepositAddresses } from './deposit-addresses.ts';

const [maria, joao] = [accountId(1001), accountId(1002)];
const second = firstDepositIndex(1);

/** Derives addresses of as many branches. */
function createScheme(branches: number): AddressScheme {
  return {
    family: 'evm',
    firstIndex: firstDepositIndex(branches - 1),
    derive(index) {
      const { branch, place } = findDepositPlace(index);
      if (branch >= branches) throw new Error(`there is no branch ${branch}`);
      return `address ${branch}/${place}`;
    },
    parse: (text) => text,
    isBurn: () => false,
  };
}

let store: TestDatabase;
beforeAll(async () => {
  store = await openTestDatabase();
});
afterAll(() => store?.close());

test('customers get addresses of the newest branch, and keep those of the former ones', async () => {
  const { database } = store;
  const { log, alerts } = createCollectingLog();
  const decisions = createDecisions(() => 1);
  const addresses = new DepositAddresses({
    database,
    macKey: new Uint8Array(32).fill(2),
    decisions,
    clock: () => 1,
    log,
  });
  const former = createScheme(1);
  expect(await addresses.current(maria, former)).toBe('address 0/1');
  for (let unused = 1; unused < 20; unused += 1) await addresses.next(maria, former);
  expect(await addresses.next(maria, former)).toEqual({ ok: false, refusal: 'too_many_unused_addresses' });

  const present = createScheme(2);
  expect(await addresses.current(maria, present)).toBe('address 1/1');
  expect(await addresses.current(maria, present)).toBe('address 1/1');
  // Those of the former branch that were never used do not count any more.
  expect(await addresses.next(maria, present)).toEqual({ ok: true, value: 'address 1/2' });
  expect(await addresses.current(joao, present)).toBe('address 1/3');
  const owners = await addresses.findOwners(database, present, ['address 0/1', 'address 1/2', 'address 1/3']);
  expect([...owners]).toEqual(
    expect.arrayContaining([
      ['address 0/1', maria],
      ['address 1/2', maria],
      ['address 1/3', joao],
    ]),
  );
  expect(owners.size).toBe(3);
  expect(decisions.newestAddress('evm')).toBe(second + 2);
  expect(alerts).toEqual([]);
  // A signer that has lost the branch shows nobody an address that it could not sign for.
  await expect(addresses.findOwners(database, former, ['address 1/3'])).rejects.toThrow(
    'there is no branch 1',
  );
});

test.each([
  [0, 1, false],
  [1, 1, true],
  [second - 2, 1, true],
  [second - 1, 2, false],
  [second, 2, true],
  [second, 1, false],
  [-1, 2, false],
  [1.5, 2, false],
  [Number.MAX_SAFE_INTEGER + 1, 2 ** 30, false],
])('index %d is one of %d branches: %s', (index, branches, isKnown) => {
  expect(isDepositIndex(index, branches)).toBe(isKnown);
});

test('the indexes of compromised branches leave out those beside them', () => {
  expect(listCompromisedIndexes({})).toEqual([]);
  expect(listCompromisedIndexes({ compromisedBranches: [1] })).toEqual([
    { first: second, last: firstDepositIndex(2) - 2 },
  ]);
});
