/**
 * The hot and gas wallets of a seed of version 0.1 are carried over to the key layout of new seeds on TRON: the money follows,
 * and the books are the same to the last unit.
 */
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { world } from '@salar/testing/ticket-world';
import { openTronExchange, tronUsdt, trx } from '@salar/testing/tron-exchange';
import type { TronExchange } from '@salar/testing/tron-exchange';
import { HDKey } from '@scure/bip32';
import { afterAll, beforeAll, expect, test } from 'vitest';

const { usdt } = world.ids;
const unit = 10n ** 6n;
/** The most that a transfer of the coin burns: it stays at a former wallet. */
const left = 2n * unit;
const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(21));
let data: TestDatabase;
let exchange: TronExchange;

beforeAll(async () => {
  data = await openTestDatabase();
  exchange = await openTronExchange(data.database);
});
afterAll(async () => {
  await exchange?.close();
  await data?.close();
});

async function settled(blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    await exchange.pass(1);
    expect(await exchange.listDifferences()).toEqual([]);
  }
}

type Wallets = { readonly hotAddress: string; readonly gasAddress: string | null };

async function readBalances({ hotAddress, gasAddress }: Wallets) {
  const { client } = exchange;
  return {
    hot: await client.coinBalance(hotAddress),
    gas: await client.coinBalance(gasAddress ?? ''),
    usdt: await client.getBalance(usdt, hotAddress),
  };
}

test('what the former wallets hold goes to the new ones, and the books stay equal', async () => {
  await exchange.startSigner({ root, layout: 1 });
  const before = exchange.wallet;
  await settled(2);
  await exchange.pay(before.hotAddress, null, 500n * unit);
  await exchange.pay(before.gasAddress, null, 100n * unit);
  await exchange.pay(before.hotAddress, tronUsdt, 700n * unit);
  await settled(4);

  await exchange.startSigner({ root, layout: 2, formerLayout: 1 });
  const after = exchange.wallet;
  expect(after.former).toEqual({ hotAddress: before.hotAddress, gasAddress: before.gasAddress });
  await settled(8);
  const held = await readBalances(before);
  expect(held.usdt).toBe(0n);
  expect(held.hot).toBeLessThanOrEqual(left);
  expect(held.gas).toBeLessThanOrEqual(left);
  const carried = await readBalances(after);
  expect(carried.usdt).toBe(700n * unit);
  expect(exchange.custody(usdt)).toBe(700n * unit);
  expect(exchange.custody(trx)).toBe(held.hot + held.gas + carried.hot + carried.gas);
  expect(exchange.alerts).toEqual([]);
});

test('what arrives at a former wallet later follows', async () => {
  const { former, hotAddress } = exchange.wallet;
  const hot = await exchange.client.coinBalance(hotAddress);
  await exchange.pay(former?.hotAddress ?? '', null, 50n * unit);
  await settled(6);
  expect(await exchange.client.coinBalance(former?.hotAddress ?? '')).toBeLessThanOrEqual(left);
  expect(await exchange.client.coinBalance(hotAddress)).toBeGreaterThan(hot + 45n * unit);
});
