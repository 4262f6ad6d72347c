/** The chain contract tests on a real local Bitcoin network. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';
import { productId } from '@salar/protocol';
import { localBitcoin } from '@salar/services/tickets/local-bitcoin';
import { describeChain } from '@salar/testing/chains/chain-contract';
import type { FalseAnswer } from '@salar/testing/chains/faulty-node';
import { BitcoinStranger, openBitcoinWorld } from '@salar/laptop/bitcoin-regtest/testing/bitcoin-world';
import { toBitcoinAddress } from './bitcoin-addresses.ts';
import { BitcoinClient } from './bitcoin-client.ts';
import { isRecord } from '../node-answers/read-answer.ts';

const btc = productId(1);
const { network } = localBitcoin(btc);
const other = 'ab'.repeat(32);

describeChain('a local Bitcoin network', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'salar-contract-'));
  const world = await openBitcoinWorld(join(folder, 'blocks'));
  const stranger = new BitcoinStranger(world.node);
  await stranger.earn(60);
  const rawOf = async (height: number) =>
    world.rpc.call('getblock', await world.rpc.call('getblockhash', height), 0);
  const oldBlock = await rawOf(400);
  const oldTransaction = await world.rpc.call('getrawtransaction', stranger.takeCoin().txId);

  return {
    url: world.url,
    connect: (options) => new BitcoinClient({ ...options, network }),
    connectAsOtherChain: () =>
      new BitcoinClient({ url: world.url, network: { ...network, kind: 'testnet' } }),
    newAddress: () => toBitcoinAddress(HDKey.fromMasterSeed(randomBytes(32)), 'regtest'),
    payments: [{ productId: btc, amount: 1_234_567n }],
    async sign({ address, amount }) {
      return stranger.sign({ coins: [stranger.takeCoin()], outputs: [{ address, amount }] });
    },
    async mine(blocks) {
      await world.node.mine(blocks);
    },
    reorg: (depth) => world.node.reorg(depth, false),
    lies: [
      { name: 'another chain', falsify: instead('getblockhash', (hash) => (hash === other ? hash : other)) },
      { name: 'no height at all', falsify: instead('getblockcount', () => null) },
      { name: 'a height below zero', falsify: instead('getblockcount', () => -1) },
      { name: 'another block', falsify: instead('getblock', () => oldBlock) },
      { name: 'another block by its hash', falsify: changed('getblockheader', { height: 7 }) },
      { name: 'an output of another amount', falsify: instead('getblock', richer) },
      { name: 'half a block', falsify: instead('getblock', (raw) => String(raw).slice(0, 400)) },
      { name: 'more than a block', falsify: instead('getblock', (raw) => `${String(raw)}00`) },
      { name: 'the receipt of another one', falsify: changed('getrawtransaction', { hex: oldTransaction }) },
      { name: 'a receipt of another amount', falsify: receiptOf(richer) },
      { name: 'an unknown block', falsify: changed('getrawtransaction', { blockhash: other }) },
      { name: 'a malformed fee', falsify: changed('getrawtransaction', { fee: -0.5 }) },
    ],
    async close() {
      await world.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
});

/** Multiplies 1,234,567 satoshi by a thousand. */
function richer(raw: unknown): string {
  return String(raw).replace('87d6120000000000', '87d6129a3b000000');
}

function receiptOf(change: (raw: unknown) => string): FalseAnswer {
  return instead('getrawtransaction', (truth) =>
    isRecord(truth) ? { ...truth, hex: change(truth['hex']) } : truth,
  );
}

/** Replaces the answer to one method's calls. */
function instead(method: string, say: (truth: unknown) => unknown): FalseAnswer {
  return (answer, request) => {
    const calls = (Array.isArray(request) ? request : [request]) as { id: number; method: string }[];
    const requested = new Set(calls.filter((call) => call.method === method).map((call) => call.id));
    const replaceResult = (one: unknown) =>
      isRecord(one) && requested.has(one['id'] as number) ? { ...one, result: say(one['result']) } : one;
    return Array.isArray(answer) ? (answer as unknown[]).map(replaceResult) : replaceResult(answer);
  };
}

function changed(method: string, fields: Record<string, unknown>): FalseAnswer {
  return instead(method, (truth) => (isRecord(truth) ? { ...truth, ...fields } : truth));
}
