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
