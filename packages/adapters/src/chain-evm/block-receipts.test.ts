/** Blocks whose receipts the node does not return at once, or not at all. */
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
