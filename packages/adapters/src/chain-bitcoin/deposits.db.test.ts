/** Deposits on a real local Bitcoin network and a real PostgreSQL, from the output to the position. */
import { formatAmount, houseAccounts } from '@salar/protocol';
import type { AccountId } from '@salar/protocol';
import { findWallet } from '@salar/services';
import type { BitcoinChain } from '@salar/services';
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import { bitcoinProduct, openBitcoinExchange } from '@salar/testing/bitcoin-exchange';
import type { BitcoinExchange } from '@salar/testing/bitcoin-exchange';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { world } from '@salar/testing/ticket-world';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BitcoinStranger } from '@salar/laptop/bitcoin-regtest/testing/bitcoin-world';
import { bitcoinAddresses } from './bitcoin-addresses.ts';

const { maria, joao } = world;
const coin = 10n ** 7n;

let data: TestDatabase;
let exchange: BitcoinExchange;
let stranger: BitcoinStranger;
let address: string;

beforeAll(async () => {
  data = await openTestDatabase();
  exchange = await openBitcoinExchange(data.database);
  stranger = new BitcoinStranger(exchange.node);
  await stranger.earn(30, coin);
  await exchange.services.turn(); // the miner's own blocks
});
afterAll(async () => {
  await exchange?.close();
  await data?.close();
});
beforeEach(async () => {
  // A new address for each test separates its tickets.
  address = await newAddress();
});

async function newAddress(accountId: AccountId = maria): Promise<string> {
  const request = { accountId, productId: bitcoinProduct, generateNew: true };
  const made = await exchange.services.deposits.getAddress(request);
  if (!made.ok) throw new Error(made.refusal);
  return made.value.address;
}

async function ticketsTo(target: string, accountId: AccountId = maria) {
  const tickets = await exchange.services.deposits.list({ accountId, startIndex: 0, limit: 200 });
  return tickets.filter((ticket) => ticket.toAddress === target);
}

function available(accountId: AccountId = maria): bigint {
  const { total, held } = exchange.engine.position(accountId, bitcoinProduct);
  return total - held;
}

async function send(
  outputs: readonly { address: string; amount: bigint }[],
): Promise<{ raw: string; txId: string }> {
  const payment = stranger.sign({ coins: [stranger.takeCoin()], outputs });
  expect(await exchange.client.broadcast(payment.raw)).toEqual({ kind: 'sent' });
  return payment;
}

describe('a payment to a customer', () => {
  test('is shown pending from its first block, counted, and credited once after its confirmations', async () => {
    const before = available();
    const { txId } = await send([{ address, amount: 1_234_567n }]);
    await exchange.pass(0);
    expect(await ticketsTo(address)).toEqual([]); // an unmined payment creates no ticket
    await exchange.pass(1);
    expect(await ticketsTo(address)).toMatchObject([
      { status: 'Pending', amount: 1_234_567n, txId, confirmations: 1, confirmationsNeeded: 2 },
    ]);
    expect(available()).toBe(before);
    await exchange.pass(1);
    await exchange.pass(5);
    expect(await ticketsTo(address)).toMatchObject([{ status: 'FullyProcessed', confirmations: 2 }]);
    expect(formatAmount(available() - before, 8)).toBe('0.01234567');
  });

  test('below the minimum is recorded and never credited', async () => {
    const before = available();
    await send([{ address, amount: 9_999n }]);
    await exchange.pass(1);
    await exchange.pass(5);
    expect(await ticketsTo(address)).toMatchObject([
      { status: 'Rejected', rejectReason: 'Below the minimum deposit' },
    ]);
    expect(available()).toBe(before);
  });

  test('is one ticket for each of its outputs, of one customer or several', async () => {
    const joaos = await newAddress(joao);
    const before = [available(maria), available(joao)];
    const outputs = [20_000n, 30_000n, 40_000n, 50_000n].map((amount, place) => ({
      address: place === 1 ? joaos : address,
      amount,
    }));
    const { txId } = await send(outputs);
    await exchange.pass(1);
    await exchange.pass(2);
    const tickets = await ticketsTo(address);
    expect(new Set(tickets.map((ticket) => ticket.amount))).toEqual(new Set([20_000n, 40_000n, 50_000n]));
    expect(new Set(tickets.map((ticket) => ticket.txId))).toEqual(new Set([txId]));
    expect(available(maria)).toBe((before[0] ?? 0n) + 110_000n);
    expect(available(joao)).toBe((before[1] ?? 0n) + 30_000n);
  });

  test('of a miner waits 100 blocks', async () => {
    const before = available();
    await exchange.node.mine(1, address);
    await exchange.pass(50);
    expect(await ticketsTo(address)).toMatchObject([{ status: 'Pending', confirmationsNeeded: 100 }]);
    await exchange.pass(48);
    expect(available()).toBe(before);
    await exchange.pass(1);
    expect(await ticketsTo(address)).toMatchObject([{ status: 'FullyProcessed', confirmations: 100 }]);
    expect(available()).toBeGreaterThan(before);
  });

  test('to the hot wallet is the operator’s own money, of any size', async () => {
    const before = available(houseAccounts.operatorFunding);
    await send([{ address: exchange.hotAddress, amount: 600n }]);
    await exchange.pass(1);
    await exchange.pass(2);
    expect(available(houseAccounts.operatorFunding)).toBe(before + 600n);
  });
});

describe('a longer branch', () => {
  test('before the credit ends a ticket whose payment does not come back', async () => {
    const before = available();
    await send([{ address, amount: 70_000n }]);
    await exchange.pass(1);
    await exchange.node.reorg(1, false);
    await exchange.pass(0);
    expect(await ticketsTo(address)).toMatchObject([{ status: 'Pending', confirmations: 0 }]);
    await exchange.pass(13);
    expect(await ticketsTo(address)).toMatchObject([
      { status: 'Failed', rejectReason: 'removed by a reorganisation of the network' },
    ]);
    expect(available()).toBe(before);
  });

  test('before the credit follows a payment into its new block', async () => {
    const before = available();
    const { txId } = await send([{ address, amount: 80_000n }]);
    await exchange.pass(1);
    await exchange.node.reorg(1, true);
    await exchange.pass(0);
    expect(await ticketsTo(address)).toMatchObject([{ status: 'Pending', confirmations: 0 }]);
    await exchange.pass(1);
    await exchange.pass(1);
    expect(await ticketsTo(address)).toMatchObject([{ status: 'FullyProcessed', txId }]);
    expect(available()).toBe(before + 80_000n);
  });

  test('that pays the same coins to somebody else leaves no money behind', async () => {
    const before = available();
    const coins = [stranger.takeCoin()];
    const honest = stranger.sign({ coins, outputs: [{ address, amount: 90_000n }] });
    await exchange.client.broadcast(honest.raw);
    await exchange.pass(1);
    await exchange.node.reorg(1, false);
    const stolen = stranger.sign({ coins, outputs: [{ address: stranger.address, amount: 90_000n }] });
    expect(await exchange.client.broadcast(stolen.raw)).toEqual({ kind: 'sent' });
    await exchange.pass(1);
    expect((await exchange.client.broadcast(honest.raw)).kind).toBe('refused');
    await exchange.pass(15);
    expect(await ticketsTo(address)).toMatchObject([{ status: 'Failed' }]);
    expect(available()).toBe(before);
  });
});

test('a start in the middle repeats blocks and credits nothing twice', async () => {
  const before = available();
  await send([{ address, amount: 30_000n }]);
  await exchange.pass(1);
  await exchange.reopen();
  await send([{ address, amount: 40_000n }]);
  await exchange.pass(1);
  await exchange.reopen();
  await exchange.pass(3);
  expect(available()).toBe(before + 70_000n);
});

test('a node that returns to a much earlier state changes nothing', async () => {
  const before = available();
  await send([{ address, amount: 60_000n }]);
  await exchange.pass(1);
  await exchange.pass(1);
  expect(available()).toBe(before + 60_000n);
  const { client, network: settings } = exchange;
  const wallet = findWallet(await exchange.signer.identity(), 'bitcoin');
  const scheme = bitcoinAddresses(wallet, settings.kind);
  await exchange.reopen({
    networks: [{ family: 'bitcoin', settings, client: behind(client, 10), scheme, wallet }],
  });
  await expect(exchange.pass(0)).rejects.toThrow(ChainUnavailable);
  await exchange.reopen();
  await exchange.pass(1);
  expect(await ticketsTo(address)).toMatchObject([{ status: 'FullyProcessed' }]);
  expect(available()).toBe(before + 60_000n);
});

test('a longer branch after the credit halts the product and raises an alert', async () => {
  await send([{ address, amount: 50_000n }]);
  await exchange.pass(1);
  await exchange.pass(1);
  expect(await ticketsTo(address)).toMatchObject([{ status: 'FullyProcessed' }]);
  const isHalted = () => exchange.engine.product(bitcoinProduct)?.halted;
  await exchange.node.reorg(2, false);
  await exchange.pass(0);
  expect(isHalted()).toBe(false);
  await exchange.pass(14);
  expect(isHalted()).toBe(true);
  expect(exchange.alerts.some((alert) => alert.includes('credited deposit left the chain'))).toBe(true);
});

/** Simulates the same node as it was some blocks ago. */
function behind(client: BitcoinChain, blocks: number): BitcoinChain {
  return {
    family: 'bitcoin',
    chainId: client.chainId,
    check: () => client.check(),
    height: async () => (await client.height()) - blocks,
    block: async (height) => (height > (await client.height()) - blocks ? null : client.block(height)),
    receipt: () => Promise.resolve(null),
    broadcast: (raw) => client.broadcast(raw),
    feeRate: (target) => client.feeRate(target),
    isUnspent: (outpoint) => client.isUnspent(outpoint),
    rawTransaction: (txId) => client.rawTransaction(txId),
  };
}
