/** Blocks whose receipts the node does not return at once, or not at all. */
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import { afterEach, expect, test } from 'vitest';
import { openAnsweringNode, Refusal } from '../chain-process/testing/answering-node.ts';
import type { AnsweringNode } from '../chain-process/testing/answering-node.ts';
import { buildEvmBlock, evm } from '../chain-process/testing/large-blocks.ts';
import { EvmClient } from './evm-client.ts';

let node: AnsweringNode | undefined;
afterEach(() => node?.close());

type Receipt = { readonly transactionHash: string };
const built = buildEvmBlock('transfers', 40_000);
const receipts = JSON.parse(built.receipts.toString()) as readonly Receipt[];
const longest = receipts[123]?.transactionHash ?? '';
const tooLong = Buffer.alloc(65 * 2 ** 20, ' ');

/** A node that returns one receipt, and all at once, only as `answer` says. */
function open(answer: Buffer | Refusal) {
  return openAnsweringNode((method, [txId]) => {
    if (method === 'eth_getBlockByNumber') return built.block;
    if (method === 'eth_getBlockReceipts') return answer;
    if (method === 'eth_chainId') return '"0x1"';
    if (method === 'eth_blockNumber') return '"0x1"';
    if (txId === longest) return answer instanceof Refusal ? answer : new Refusal('response too large');
    return JSON.stringify(receipts.find(({ transactionHash }) => transactionHash === txId) ?? null);
  });
}

test.each([
  ['longer than an answer may be', tooLong],
  ['refused', new Refusal('query timeout')],
])(
  'receipts that are %s are read in batches; one that cannot be read is left for later',
  async (_, answer) => {
    node = await open(answer);
    const block = await new EvmClient({ url: node.url, network: evm, timeoutMs: 30_000 }).block(1);
    expect(block?.untraced).toEqual([longest]);
    expect(block?.transfers).toHaveLength(built.transfers - (built.transfers - 1) / receipts.length);
    expect(block?.transfers.some(({ txId }) => txId === longest)).toBe(false);
  },
);

test('a node that stops answering is unavailable: nothing is left out', async () => {
  let isGone = false;
  node = await openAnsweringNode((method) => {
    if (method === 'eth_getTransactionReceipt') isGone = true;
    if (isGone) return null;
    if (method === 'eth_getBlockByNumber') return built.block;
    return method === 'eth_getBlockReceipts' ? new Refusal('busy') : '"0x1"';
  });
  const client = new EvmClient({ url: node.url, network: evm, timeoutMs: 2_000 });
  await expect(client.block(1)).rejects.toThrow('the node did not answer');
});

/** Opens a node that returns the block. @returns the calls that it got */
async function openCounting(find: (method: string, count: number) => Buffer | Refusal) {
  const calls: string[] = [];
  const count = (method: string) => calls.filter((call) => call === method).length;
  node = await openAnsweringNode((method) => {
    calls.push(method);
    if (method === 'eth_getBlockByNumber') return built.block;
    return method === 'eth_chainId' || method === 'eth_blockNumber' ? '"0x1"' : find(method, count(method));
  });
  const client = new EvmClient({ url: node.url, network: evm, timeoutMs: 30_000 });
  return { client, count };
}

test('receipts that the node does not return once are requested once more, at once', async () => {
  const { client, count } = await openCounting((_method, number) =>
    number === 1 ? new Refusal('header not found') : built.receipts,
  );
  const block = await client.block(1);
  expect(block?.transfers).toHaveLength(built.transfers);
  expect(block).not.toHaveProperty('untraced');
  expect(count('eth_getTransactionReceipt')).toBe(0);
});

test.each([
  ['by its status', new Refusal('', 429)],
  ['by its text', new Refusal('50/second request limit reached')],
])('a node that limits requests %s gets no more of them, and nothing is left out', async (_, limit) => {
  const ofBlocks = await openCounting(() => limit);
  await expect(ofBlocks.client.block(1)).rejects.toThrow(ChainUnavailable);
  expect(ofBlocks.count('eth_getBlockReceipts')).toBe(1);
  expect(ofBlocks.count('eth_getTransactionReceipt')).toBe(0);
  node?.close();
  const ofReceipts = await openCounting((method) =>
    method === 'eth_getBlockReceipts' ? new Refusal('response too large') : limit,
  );
  await expect(ofReceipts.client.block(1)).rejects.toThrow(ChainUnavailable);
  expect(ofReceipts.count('eth_getTransactionReceipt')).toBe(64);
});

test.each(['internal error', 'too many requests in a batch'])(
  'a node that refuses every receipt (%s) is unavailable after a few of them: the block is read again',
  async (refusal) => {
    const { client, count } = await openCounting(() => new Refusal(refusal));
    await expect(client.block(1)).rejects.toThrow('the results of more than 16 transactions of block 1');
    expect(count('eth_getTransactionReceipt')).toBeLessThan(receipts.length);
  },
);
