/** The parts of a Bitcoin client beyond the chain contract: fees, outputs, results of broadcasts, its password. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { productId } from '@salar/protocol';
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import { localBitcoin } from '@salar/services/tickets/local-bitcoin';
import { FaultyNode } from '@salar/testing/chains/faulty-node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { BitcoinStranger, openBitcoinWorld } from '@salar/laptop/bitcoin-regtest/testing/bitcoin-world';
import type { BitcoinWorld } from '@salar/laptop/bitcoin-regtest/testing/bitcoin-world';
import { BitcoinClient } from './bitcoin-client.ts';
import { isRecord } from '../node-answers/read-answer.ts';

const { network } = localBitcoin(productId(1));
const receiver = 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk';

let folder: string;
let world: BitcoinWorld;
let node: FaultyNode;
let client: BitcoinClient;
let stranger: BitcoinStranger;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'salar-client-'));
  world = await openBitcoinWorld(join(folder, 'blocks'));
  node = await FaultyNode.open(world.url);
  client = new BitcoinClient({ url: node.url, network });
  stranger = new BitcoinStranger(world.node);
  await stranger.earn(6);
});
afterEach(() => {
  node.fault = { kind: 'none' };
});
afterAll(async () => {
  await node?.close();
  await world?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Makes the node estimate this many bitcoins per thousand bytes, and its pool require that many. */
function quoting(feerate: number | undefined, mempoolminfee: number): void {
  const result = { feerate, mempoolminfee, minrelaytxfee: 0.00001 };
  node.fault = {
    kind: 'lie',
    falsify: (answers) =>
      Array.isArray(answers)
        ? (answers as unknown[]).map((one) => (isRecord(one) ? { ...one, result } : one))
        : answers,
  };
}

test("without an estimate the pool's minimum is used, one satoshi per byte here", async () => {
  expect(await client.feeRate(3)).toBe(1n);
});

test.each([
  [0.00012345, 0.00001, 13n],
  [0.00001, 0.00001, 1n],
  [-1, 0.00001, 1n],
  [undefined, 0.00025, 25n],
  [0.00002, 0.00025001, 26n],
  [0.05, 0.00001, 5000n],
])(
  'an estimate of %d above a minimum of %d is %d satoshi per byte, rounded up',
  async (feerate, floor, rate) => {
    quoting(feerate, floor);
    expect(await client.feeRate(3)).toBe(rate);
  },
);

test('a block with less work than the setting demands is not accepted', async () => {
  const height = await client.height();
  expect((await client.block(height))?.height).toBe(height);
  const strict = new BitcoinClient({ url: node.url, network: { ...network, difficultyMin: 1n } });
  await expect(strict.block(height)).rejects.toThrow('is below difficultyMin');
});

test('an excessive fee is rejected', async () => {
  quoting(0.05001, 0.00001);
  await expect(client.feeRate(3)).rejects.toThrow(ChainUnavailable);
});

test('an output is unspent until a payment of it is in a block', async () => {
  const coin = stranger.takeCoin();
  expect(await client.isUnspent(coin)).toBe(true);
  const { raw } = stranger.sign({ coins: [coin], outputs: [{ address: receiver, amount: 50_000n }] });
  await client.broadcast(raw);
  expect(await client.isUnspent(coin)).toBe(true);
  await world.node.mine(1);
  expect(await client.isUnspent(coin)).toBe(false);
  expect(await client.isUnspent({ txId: 'ab'.repeat(32), vout: 0 })).toBe(false);
  await world.node.reorg(1, false);
  expect(await client.isUnspent(coin)).toBe(true);
  expect(await client.isUnspent({ ...coin, amount: coin.amount + 1n })).toBe(false);
});

test('the results of a broadcast distinguish sent, known and refused', async () => {
  const coin = stranger.takeCoin();
  const pay = (fee: bigint, amount = 40_000n) =>
    stranger.sign({ coins: [coin], outputs: [{ address: receiver, amount }], fee }).raw;
  expect(await client.broadcast(pay(10n))).toEqual({
    kind: 'refused',
    reason: '-26 min relay fee not met, 10 < 141',
  });
  const raw = pay(500n);
  expect(await client.broadcast(raw)).toEqual({ kind: 'sent' });
  await world.node.mine(1);
  expect(await client.broadcast(raw)).toEqual({ kind: 'known' });
  expect(await client.broadcast(pay(500n, 41_000n))).toEqual({
    kind: 'refused',
    reason: '-25 bad-txns-inputs-missingorspent',
  });
});

test('a receipt has the fee to the last satoshi, and a miner’s comes with its hundredth block', async () => {
  const { raw, txId } = stranger.sign({
    coins: [stranger.takeCoin(), stranger.takeCoin()],
    outputs: [{ address: receiver, amount: 12_345n }],
    fee: 2_347n,
  });
  await client.broadcast(raw);
  const height = (await client.height()) + 1;
  await world.node.mine(1, receiver);
  expect((await client.receipt(txId))?.networkFee).toBe(2_347n);
  const reward = (await client.block(height))?.transfers.find(
    ({ confirmationsMin }) => confirmationsMin === 100,
  );
  expect(reward).toMatchObject({ to: receiver, position: '0' });
  await world.node.mine(98);
  expect(await client.receipt(reward?.txId ?? '')).toBeNull();
  await world.node.mine(1);
  expect(await client.receipt(reward?.txId ?? '')).toMatchObject({ height, networkFee: 0n });
});

test('a node that rejects our password is unavailable', async () => {
  const url = world.url.replace('salar:local', 'salar:another');
  await expect(new BitcoinClient({ url, network }).height()).rejects.toThrow(ChainUnavailable);
});
