/** Deposit addresses that are due to be swept, once others may have their keys. */
import { accountId, millis, minor } from '@salar/protocol';
import { insertAddress } from '@salar/store/tables/chains/deposit-addresses';
import { markExposedSwept } from '@salar/store/tables/chains/house-moves';
import { insertDeposit } from '@salar/store/tables/tickets/deposits';
import { takeTicketNumber } from '@salar/store/tables/tickets/withdrawals';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { world } from '@salar/testing/ticket-world';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localProviders } from '../tickets/providers.ts';
import { UnsweptAddresses } from './unswept-addresses.ts';

const { eth } = world.ids;
const account = accountId(1001);
const mac = Buffer.alloc(32);
const [network] = localProviders(world.ids).networks.filter(({ family }) => family === 'evm');
let data: TestDatabase;

beforeAll(async () => {
  data = await openTestDatabase();
  for (let index = 1; index <= 5; index += 1) {
    const row = { family: 'evm', index, accountId: account, address: `address ${index}`, mac } as const;
    await insertAddress(data.database, row, 1);
    await addDeposit(index, 10n);
  }
});
afterAll(() => data?.close());

async function addDeposit(index: number, amount: bigint): Promise<void> {
  const ticketId = await takeTicketNumber(data.database);
  await insertDeposit(data.database, {
    ticketId,
    transition: { step: 1, statusBefore: '', statusBy: 'test', trail: null, statusMac: mac, at: 1 },
    requestCode: String(ticketId),
    key: `key ${ticketId}`,
    chainId: network?.chainId ?? 0,
    accountId: account,
    productId: eth,
    providerId: 1,
    amount: minor(amount),
    status: 'Confirmed',
    txId: `tx ${ticketId}`,
    position: 'native',
    fromAddress: 'payer',
    toAddress: `address ${index}`,
    blockHeight: 7,
    blockHash: 'block',
    confirmationsNeeded: 2,
    rejectReason: null,
    createdAt: millis(1),
  });
}

function openUnswept(): { next(): Promise<readonly number[]> } {
  if (network?.family !== 'evm') throw new Error('there is a local EVM network');
  const settings = { ...network, compromisedBranches: [0] };
  const unswept = new UnsweptAddresses({ database: data.database, network: settings, exposedMax: 2 });
  const asset = { productId: eth, contract: null, decimals: 18 };
  return { next: async () => (await unswept.find(asset)).map(({ index }) => index) };
}

test('every exposed address has its turn, however much those hold that a thief has emptied', async () => {
  await addDeposit(1, 1_000n);
  await addDeposit(2, 1_000n);
  const unswept = openUnswept();
  expect(await unswept.next()).toEqual([1, 2]);
  expect(await unswept.next()).toEqual([3, 4]);
  expect(await unswept.next()).toEqual([5]);
  expect(await unswept.next()).toEqual([1, 2]);
});

test('a sweep has collected the newest deposits, as many as the address had', async () => {
  await addDeposit(5, 6n);
  const of = { chainId: network?.chainId ?? 0, productId: eth, address: 'address 5' };
  const listSwept = () =>
    data.database.query('SELECT amount, sweep_move FROM deposit WHERE to_address = $1 ORDER BY ticket_id', [
      of.address,
    ]);
  await data.database.query(
    `INSERT INTO house_move (move_id, chain_id, kind, product_id, address_index, sender, nonce, status, created_at, updated_at)
     VALUES (1, $1, 'sweep', $2, 5, 'address 5', 0, 'Sent', 1, 1), (2, $1, 'sweep', $2, 5, 'address 5', 1, 'Sent', 1, 1)`,
    [of.chainId, eth],
  );
  await markExposedSwept(data.database, { ...of, moveId: 1, found: 15n });
  expect(await listSwept()).toMatchObject([
    { amount: 10n, sweep_move: null },
    { amount: 6n, sweep_move: 1 },
  ]);
  await markExposedSwept(data.database, { ...of, moveId: 2, found: 10n });
  expect(await listSwept()).toMatchObject([
    { amount: 10n, sweep_move: 2 },
    { amount: 6n, sweep_move: 1 },
  ]);
});
