/** An attack of somebody who writes the exchange's tables: rows of addresses that would stop the watcher. */
import { evmAddresses } from '@salar/adapters/chain-evm/evm-addresses';
import { accountId } from '@salar/protocol';
import { insertAddress } from '@salar/store/tables/chains/deposit-addresses';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { HDKey } from '@scure/bip32';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filterOwnAddresses } from './holdings.ts';
import type { WatchedNetwork } from './watched-network.ts';

const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(3));
const xpubs = ["m/44'/60'/0'", "m/44'/60'/101'"].map((path) => root.derive(path).publicExtendedKey);
const keys = { xpub: xpubs[0] ?? '', depositBranches: xpubs.map((xpub) => ({ xpub })) };
const scheme = evmAddresses(keys);

let store: TestDatabase;
beforeAll(async () => {
  store = await openTestDatabase();
});
afterAll(() => store?.close());

test('an address whose index no key derives is not ours, and those of all branches are', async () => {
  const rows = [
    [7, scheme.derive(7)],
    [2 ** 31 + 7, scheme.derive(2 ** 31 + 7)],
    [8, '0x-not-derived'],
    [2 ** 31, '0x-place-0'],
    [2 ** 32 + 7, '0x-no-branch'],
    [-1, '0x-negative'],
  ] as const;
  for (const [index, address] of rows)
    await insertAddress(
      store.database,
      { family: 'evm', index, accountId: accountId(1001), address, mac: Buffer.alloc(32) },
      1,
    );
  const network = { family: 'evm', scheme, wallet: keys } as unknown as WatchedNetwork;
  const found = await filterOwnAddresses(
    store.database,
    network,
    rows.map(([, address]) => address),
  );
  expect([...found].sort()).toEqual([scheme.derive(7), scheme.derive(2 ** 31 + 7)].sort());
});
