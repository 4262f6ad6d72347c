/** Wallets of many addresses on a network that has newest balances only, and whose blocks go on meanwhile. */
import { listReconciliations } from '@salar/store/tables/operators/reconciliation';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { world } from '@salar/testing/ticket-world';
import { openTronExchange, tronUsdt } from '@salar/testing/tron-exchange';
import type { TronExchange } from '@salar/testing/tron-exchange';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tronAddresses } from './tron-addresses.ts';

const { usdt } = world.ids;
const { maria } = world;
const unit = 1_000_000n;
const count = 400;

let data: TestDatabase;
let exchange: TronExchange;
let used: readonly string[];

beforeAll(async () => {
  data = await openTestDatabase();
  exchange = await openTronExchange(data.database);
  const { node } = exchange;
  await exchange.pass(2);
  const scheme = tronAddresses(exchange.wallet);
  used = Array.from({ length: count }, (_, place) => scheme.derive(1_000 + place));
  for (const address of used) node.change(tronUsdt, address, unit);
  await insertDeposits(exchange.node.height);
  for (let turn = 0; turn < 3; turn += 1) await exchange.pass(1);
});
afterAll(async () => {
  await exchange?.close();
  await data?.close();
});

/** Writes tickets of deposits at the addresses that are not credited. */
async function insertDeposits(height: number): Promise<void> {
  const { chainId } = exchange.network;
  await data.database.query(
    `INSERT INTO deposit (ticket_id, request_code, key, chain_id, account_id, product_id, provider_id, amount, status, tx_id,
       position, from_address, to_address, block_height, block_hash, confirmations_needed, created_at, updated_at)
     SELECT nextval('ticket_number'), 'many ' || address, 'many ' || address, $1, $2, $3, 40, $4, 'Pending', address,
       '0', 'bank', address, $5, 'hash', 1000000, 0, 0 FROM unnest($6::text[]) AS address`,
    [chainId, maria, usdt, unit, height, used],
  );
}

async function readComparison() {
  const rows = await listReconciliations(data.database);
  return rows.find(({ productId, part }) => productId === usdt && part === exchange.network.name);
}

const isFrozen = () => exchange.engine.product(usdt)?.halted === true;

test('400 addresses are compared although blocks go on, and a theft from one is noticed within the hour', async () => {
  const { node } = exchange;
  const before = await readComparison();
  expect(before).toMatchObject({ differentSince: null });
  expect((before?.found ?? 0n) >= BigInt(count) * unit).toBe(true);
  // Without the readings of before: 800 requests, and a block after each 40 of them.
  await exchange.reopen();
  node.minesEvery = 40;
  exchange.clock.now += 60_000;
  let turns = 0;
  while ((await readComparison())?.at !== exchange.clock.now && turns < 10) {
    turns += 1;
    await exchange.services.turn();
  }
  expect(turns).toBeLessThan(10);
  expect(await readComparison()).toMatchObject({ found: before?.found, expected: before?.expected });
  expect(isFrozen()).toBe(false);

  node.change(tronUsdt, used[7] ?? '', -1n);
  for (let minutes = 0; minutes < 60 && !isFrozen(); minutes += 10) {
    exchange.clock.now += 600_000;
    for (let turn = 0; turn < 5; turn += 1) await exchange.services.turn();
  }
  expect(isFrozen()).toBe(true);
  expect(exchange.alerts).toContain('ALERT: the wallets differ from the tickets');
});
