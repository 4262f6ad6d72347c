/** Large deposits, which a second source must confirm, and hot wallets that hold more than their share. */
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import type { ChainReader, ChainReceipt } from '@salar/services';
import { localContracts } from '@salar/services';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { openTicketWorld, world } from '@salar/testing/ticket-world';
import type { TicketWorld } from '@salar/testing/ticket-world';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const { usdt } = world.ids;
const { maria } = world;
const large = 1_000_000_000n;
const contract = localContracts.usdt;
const hourMs = 3_600_000;

let data: TestDatabase;
let exchange: TicketWorld;
/** The second source's answer about a transaction. */
let readSecondSource: (txId: string) => Promise<ChainReceipt | null>;
let address: string;

beforeAll(async () => {
  data = await openTestDatabase();
  exchange = await openTicketWorld(data.database, (network) => ({
    ...network,
    sweeps: null,
    assets: network.assets.map((asset) => ({ ...asset, largeDeposit: large })),
  }));
  address = await exchange.getDepositAddress(maria);
  const { client } = exchange;
  const witness: ChainReader = {
    chainId: client.chainId,
    check: () => client.check(),
    height: () => client.height(),
    block: (height) => client.block(height),
    receipt: (txId) => readSecondSource(txId),
    broadcast: (raw) => client.broadcast(raw),
  };
  await exchange.reopen({ networks: [{ ...exchange.network, secondSource: witness }], hotCapPpm: 50_000n });
});
afterAll(async () => {
  await exchange?.close();
  await data?.close();
});
beforeEach(() => {
  exchange.clock.now += hourMs; // deposits of the tests before do not count
  readSecondSource = (txId) => exchange.client.receipt(txId);
});

async function deposited(amount: bigint): Promise<bigint> {
  const before = exchange.available(maria, usdt);
  await exchange.anvil.faucet.send({ address, contract, amount });
  await exchange.pass(3);
  await exchange.pass(1);
  return exchange.available(maria, usdt) - before;
}

function alerts(text: string): number {
  return exchange.log.alerts.filter((alert) => alert.includes(text)).length;
}

test('a large deposit is credited when the second source confirms it', async () => {
  expect(await deposited(large)).toBe(large);
});

test('a small one makes no request to it', async () => {
  readSecondSource = () => Promise.reject(new Error('no request expected'));
  expect(await deposited(large - 1n)).toBe(large - 1n);
});

test('small ones that add up to a large one within an hour wait for it, from the one that reaches the sum', async () => {
  readSecondSource = async () => null;
  expect(await deposited(large / 2n)).toBe(large / 2n);
  expect(await deposited(large / 2n - 1n)).toBe(large / 2n - 1n);
  expect(await deposited(5_000_000n)).toBe(0n);
  exchange.clock.now += hourMs;
  const before = exchange.available(maria, usdt);
  expect(await deposited(6_000_000n)).toBe(6_000_000n); // an hour later; the one before still waits
  readSecondSource = (txId) => exchange.client.receipt(txId);
  await exchange.pass(1);
  expect(exchange.available(maria, usdt)).toBe(before + 11_000_000n);
});

test('all accounts together have a sum per hour, too', async () => {
  readSecondSource = async () => null;
  for (let account = 1; account <= 10; account += 1)
    await data.database.query(
      `INSERT INTO deposit (ticket_id, request_code, key, chain_id, account_id, product_id, provider_id, amount, status, tx_id, position,
         from_address, to_address, confirmations_needed, created_at, updated_at)
       SELECT nextval('ticket_number'), 'other ' || $1::int, 'other ' || $1::int, chain_id, account_id + $1::int, product_id, provider_id, $2, 'FullyProcessed', tx_id,
         position, from_address, to_address, confirmations_needed, $3, $3 FROM deposit WHERE account_id = $4 LIMIT 1`,
      [account, (large - 700_000n).toString(), exchange.clock.now, maria],
    );
  expect(await deposited(5_000_000n)).toBe(5_000_000n); // 2 USDT below ten times the sum
  expect(await deposited(5_000_000n)).toBe(0n);
  const before = exchange.available(maria, usdt);
  readSecondSource = (txId) => exchange.client.receipt(txId);
  await exchange.pass(1);
  expect(exchange.available(maria, usdt)).toBe(before + 5_000_000n);
});

test.each([
  ['does not have it yet', async () => null],
  ['is unreachable', () => Promise.reject(new ChainUnavailable('away'))],
])('while the second source %s a large deposit waits, and small ones do not', async (_, answer) => {
  readSecondSource = answer;
  expect(await deposited(large + 7n)).toBe(0n);
  expect(await deposited(5_000_000n)).toBe(5_000_000n);
  const before = exchange.available(maria, usdt);
  readSecondSource = (txId) => exchange.client.receipt(txId);
  await exchange.pass(1);
  expect(exchange.available(maria, usdt)).toBe(before + large + 7n);
});

test('two sources that differ credit nothing and raise one alert', async () => {
  readSecondSource = async (txId) => {
    const receipt = await exchange.client.receipt(txId);
    if (receipt === null) return null;
    return { ...receipt, transfers: receipt.transfers.map((one) => ({ ...one, amount: one.amount + 1n })) };
  };
  expect(await deposited(large + 9n)).toBe(0n);
  await exchange.pass(1);
  expect(alerts('two sources')).toBe(1);
});

test("hot wallets above their share of customers' funds are reported once, until they are below again", async () => {
  // All customers' deposits are on addresses whose keys are online: far above 5 percent.
  exchange.clock.now += 61_000;
  await exchange.pass(1);
  expect(alerts('more than their share')).toBe(1);
  exchange.clock.now += 61_000;
  await exchange.pass(1);
  expect(alerts('more than their share')).toBe(1);
});
