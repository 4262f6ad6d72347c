/** The wallets of a database are remembered: a signer with another seed, or with a new one in place of a missing one, is refused. */
import { accountId } from '@salar/protocol';
import { computeAddressMac } from '@salar/services/deposits/deposit-addresses';
import { insertAddress } from '@salar/store/tables/chains/deposit-addresses';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { StartFailure } from '../lifecycle/start-failure.ts';
import { checkWallets } from './check-wallets.ts';

type Networks = Parameters<typeof checkWallets>[1];
const addressMac = Buffer.alloc(32, 5);
let db: TestDatabase;

beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(async () => {
  await db.database.query('DELETE FROM wallet_identity');
  await db.database.query('DELETE FROM deposit_address');
});
afterAll(() => db.close());

const check = (networks: Networks) => checkWallets(db.database, networks, { addressMac, clock: () => 1 });
/** The wallets of a seed on two networks of a family. */
function walletsOf(seed: string, changes: object = {}): Networks {
  const scheme = { family: 'evm', firstIndex: 1, derive: (index: number) => `${seed}/${index}` };
  const wallet = { family: 'evm', keyLayout: 2, hotAddress: '0x1', gasAddress: null, xpub: seed, ...changes };
  return [{ scheme, wallet } as Networks[number], { scheme, wallet } as Networks[number]];
}
async function addAddress(address: string, mac?: Buffer): Promise<void> {
  const row = { family: 'evm', index: 1, accountId: accountId(1_000_001), address };
  await insertAddress(db.database, { ...row, mac: mac ?? computeAddressMac(addressMac, row) }, 1);
}

test('S2 the first start remembers the wallets, and a start with another seed is refused', async () => {
  await check(walletsOf('ours'));
  await check(walletsOf('ours'));
  await expect(check(walletsOf('new seed'))).rejects.toThrow(StartFailure);
  await expect(check(walletsOf('new seed'))).rejects.toThrow('seed.json');
  await check(walletsOf('ours'));
});

test('S2 replaced hot keys and branches of deposit addresses are the same wallets', async () => {
  await check(walletsOf('ours'));
  const depositBranches = [{ xpub: 'ours' }, { xpub: 'the next branch' }];
  await check(walletsOf('ours', { hotAddress: '0x2', depositBranches, former: { hotAddress: '0x1' } }));
});

test('S2 the first address shows the wallets of a database of an earlier version', async () => {
  await addAddress('ours/1');
  await expect(check(walletsOf('new seed'))).rejects.toThrow(StartFailure);
  await check(walletsOf('ours'));
});

test('S2 an address that somebody wrote into the database refuses no wallets', async () => {
  await addAddress('theirs/1', Buffer.alloc(32, 1));
  await check(walletsOf('ours'));
});

test('S2 the exchange cannot change what is remembered', async () => {
  await check(walletsOf('ours'));
  const rows = await db.database.query<{ may: boolean }>(
    "SELECT has_table_privilege('salar_core', 'wallet_identity', 'UPDATE, DELETE, TRUNCATE') AS may",
  );
  expect(rows).toEqual([{ may: false }]);
});
