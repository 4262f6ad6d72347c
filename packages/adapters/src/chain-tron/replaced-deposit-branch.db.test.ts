/** The key of deposit addresses of TRON is replaced, with the real signer and the node of the tests. */
import { SeedKeys } from '@salar/signer/keys/seed-keys';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { world } from '@salar/testing/ticket-world';
import { openTronExchange, tronUsdt } from '@salar/testing/tron-exchange';
import type { TronExchange } from '@salar/testing/tron-exchange';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tronAddresses } from './tron-addresses.ts';

const { maria, ids } = world;
const { usdt } = ids;
const unit = 10n ** 6n;

let data: TestDatabase;
let exchange: TronExchange;
let former: string;

beforeAll(async () => {
  data = await openTestDatabase();
  exchange = await openTronExchange(data.database);
  former = await exchange.getDepositAddress(maria);
  await settle(2);
  await exchange.pay(exchange.wallet.hotAddress, null, 500n * unit);
  await exchange.pay(exchange.wallet.gasAddress, null, 100n * unit);
  await settle(4);
});
afterAll(async () => {
  await exchange?.close();
  await data?.close();
});

async function startWith(compromisedBranches: readonly number[]): Promise<void> {
  const seed = new SeedKeys(exchange.seed, 'regtest');
  const branches = [{ xpub: seed.depositXpub('tron') }, { xpub: seed.depositXpub('tron', 1) }];
  await exchange.startSigner(exchange.seed, undefined, { tron: branches });
  const { client, wallet } = exchange;
  const settings = { ...exchange.network, compromisedBranches };
  await exchange.reopen({
    networks: [{ family: 'tron', settings, client, scheme: tronAddresses(wallet), wallet }],
  });
}

async function settle(blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    await exchange.pass(1);
    expect(await exchange.listDifferences()).toEqual([]);
  }
}

const available = () => exchange.engine.position(maria, usdt).total;

test('deposits to former and present addresses are credited and swept', async () => {
  await startWith([]);
  const present = await exchange.getDepositAddress(maria);
  expect(present).not.toBe(former);
  await exchange.pay(former, tronUsdt, 30n * unit);
  await exchange.pay(present, tronUsdt, 40n * unit);
  await settle(16);
  expect(available()).toBe(70n * unit);
  for (const address of [former, present]) expect(await exchange.client.getBalance(usdt, address)).toBe(0n);
  expect(exchange.custody(usdt)).toBe(70n * unit);
  expect(exchange.alerts).toEqual([]);
});

test('once others may have the former key, a deposit below the minimum is swept too, and credited then', async () => {
  await startWith([0]);
  await exchange.pay(former, tronUsdt, 5n * unit);
  await settle(3);
  expect(available()).toBe(70n * unit);
  await settle(16);
  expect(await exchange.client.getBalance(usdt, former)).toBe(0n);
  expect(available()).toBe(75n * unit);
});
