/** Deposits, which two nodes decide, either of which may lie or be away; and hot wallets that hold more than their share. */
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import type { ChainReader, ChainReceipt } from '@salar/services';
import { localContracts } from '@salar/services';
import { secondNodePauseMs, smallDepositsWaitMs } from '@salar/services/deposits/second-source';
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
/** The second node's answer about a transaction. */
let readSecond: (txId: string) => Promise<ChainReceipt | null>;
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
    receipt: (txId) => readSecond(txId),
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
  readSecond = (txId) => exchange.client.receipt(txId);
});

async function deposited(amount: bigint): Promise<bigint> {
  const before = exchange.available(maria, usdt);
  await exchange.anvil.faucet.send({ address, contract, amount });
  await exchange.pass(3);
  await exchange.pass(1);
  return exchange.available(maria, usdt) - before;
}

/** Lets the second node answer again, and returns what is credited then. */
async function creditedOnceItAnswers(): Promise<bigint> {
  const before = exchange.available(maria, usdt);
  readSecond = (txId) => exchange.client.receipt(txId);
  exchange.clock.now += secondNodePauseMs;
  await exchange.pass(1);
  return exchange.available(maria, usdt) - before;
}

function alerts(text: string): number {
  return exchange.log.alerts.filter((alert) => alert.includes(text)).length;
}

/** Makes the second node unreachable, long enough that small deposits are credited without it. */
async function loseSecondNode(): Promise<void> {
  readSecond = () => Promise.reject(new ChainUnavailable('away'));
  expect(await deposited(2_000_000n)).toBe(0n);
  exchange.clock.now += smallDepositsWaitMs;
  await exchange.pass(1);
}

test.each([2_000_000n, large - 1n, large])(
  'a deposit of %d units is credited when both nodes have it',
  async (amount) => {
    expect(await deposited(amount)).toBe(amount);
  },
);

test('a first node that invents a small deposit gets nothing credited, and raises one alert', async () => {
  const before = alerts('does not have a deposit');
  readSecond = async () => null;
  expect(await deposited(5_000_000n)).toBe(0n);
  exchange.clock.now += smallDepositsWaitMs * 3;
  await exchange.pass(1);
  expect(alerts('does not have a deposit')).toBe(before + 1);
  expect(await creditedOnceItAnswers()).toBe(5_000_000n);
});

test.each<[string, (receipt: ChainReceipt) => ChainReceipt]>([
  [
    'another amount',
    (receipt) => ({
      ...receipt,
      transfers: receipt.transfers.map((one) => ({ ...one, amount: one.amount + 1n })),
    }),
  ],
  ['another block', (receipt) => ({ ...receipt, blockHash: `0x${'ab'.repeat(32)}` })],
  ['a failed transaction', (receipt) => ({ ...receipt, succeeded: false })],
  [
    'another receiver',
    (receipt) => ({
      ...receipt,
      transfers: receipt.transfers.map((one) => ({ ...one, to: `0x${'11'.repeat(20)}` })),
    }),
  ],
])(
  'a second node that reports %s holds the deposit up, with one alert, and credits nothing',
  async (_, lie) => {
    const before = alerts('report a deposit differently');
    readSecond = async (txId) => {
      const receipt = await exchange.client.receipt(txId);
      return receipt === null ? null : lie(receipt);
    };
    expect(await deposited(9_000_000n)).toBe(0n);
    await exchange.pass(1);
    expect(alerts('report a deposit differently')).toBe(before + 1);
    expect(await creditedOnceItAnswers()).toBe(9_000_000n);
  },
);

test('a second node that lies about one deposit does not hold up the others', async () => {
  let lied = '';
  readSecond = async (txId) => {
    lied ||= txId;
    return txId === lied ? null : exchange.client.receipt(txId);
  };
  expect(await deposited(5_000_000n)).toBe(0n);
  expect(await deposited(6_000_000n)).toBe(6_000_000n);
  expect(await creditedOnceItAnswers()).toBe(5_000_000n);
});

test('while the second node is unreachable deposits wait; after half an hour small ones do not', async () => {
  const before = exchange.available(maria, usdt);
  await loseSecondNode();
  expect(exchange.available(maria, usdt) - before).toBe(2_000_000n);
  expect(alerts('small deposits are credited without it')).toBe(1);
  expect(await deposited(large + 7n)).toBe(0n);
  expect(await deposited(5_000_000n)).toBe(5_000_000n);
  expect(alerts('small deposits are credited without it')).toBe(1);
  expect(await creditedOnceItAnswers()).toBe(large + 7n);
  readSecond = () => Promise.reject(new ChainUnavailable('away'));
  expect(await deposited(3_000_000n)).toBe(0n); // the half hour begins again
  expect(await creditedOnceItAnswers()).toBe(3_000_000n);
});

test('an unreachable second node gets one request in a turn, however many deposits wait', async () => {
  let requests = 0;
  readSecond = () => {
    requests += 1;
    return Promise.reject(new ChainUnavailable('away'));
  };
  for (let count = 0; count < 4; count += 1)
    await exchange.anvil.faucet.send({ address, contract, amount: 2_000_000n });
  await exchange.pass(4);
  expect(requests).toBe(1);
  expect(await creditedOnceItAnswers()).toBe(8_000_000n);
});

test('without it, small ones that add up to a large one within an hour wait, from the one that reaches the sum', async () => {
  await loseSecondNode();
  exchange.clock.now += hourMs;
  expect(await deposited(large / 2n)).toBe(large / 2n);
  expect(await deposited(large / 2n - 1n)).toBe(large / 2n - 1n);
  expect(await deposited(5_000_000n)).toBe(0n);
  exchange.clock.now += hourMs;
  expect(await deposited(6_000_000n)).toBe(6_000_000n); // an hour later; the one before still waits
  expect(await creditedOnceItAnswers()).toBe(5_000_000n);
});

test('without it, all accounts together have a sum per hour, too', async () => {
  await loseSecondNode();
  exchange.clock.now += hourMs;
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
  expect(await creditedOnceItAnswers()).toBe(5_000_000n);
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
