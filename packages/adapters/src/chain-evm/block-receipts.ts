/**
 * Reads the receipts of a block.
 *
 * The senders of its transactions decide how long they are. When the node twice cannot return them at once, or not in time, they are read
 * in batches, and a receipt that cannot be read alone is left out: it stops neither the block nor those behind it.
 */
import { refuseManyUnread, tryRequest, tryRequestTwice, unread } from '../node-answers/try-request.ts';
import { readAnswer } from '../node-answers/read-answer.ts';
import { receiptsSchema } from './evm-answers.ts';
import type { NodeRpc } from './node-rpc.ts';
import type { Receipt } from './transfers.ts';

/** Receipts that are requested at once. A batch that fails is halved. */
const batchSize = 64;

type BlockReceipts = {
  /** By the hash of their transaction. */
  readonly receipts: ReadonlyMap<string, Receipt>;
  /** Transactions whose receipt the node did not return. */
  readonly unread: ReadonlySet<string>;
};

type FoundReceipts = {
  readonly height: number;
  readonly receipts: Map<string, Receipt>;
  readonly unread: Set<string>;
};

type Node = {
  readonly rpc: NodeRpc;
  /** Throws when the node does not answer. */
  readonly check: () => Promise<unknown>;
};

/**
 * @param txIds  the block's transactions
 * @throws ChainUnavailable also when more than a few of the receipts cannot be read
 */
export async function readBlockReceipts(
  node: Node,
  height: number,
  txIds: readonly string[],
): Promise<BlockReceipts> {
  const request = () => node.rpc.call('eth_getBlockReceipts', `0x${height.toString(16)}`);
  const answer = await tryRequestTwice(request, node.check);
  const found: FoundReceipts = { height, receipts: new Map(), unread: new Set() };
  if (answer !== unread) addReceipts(answer, found);
  else
    for (let start = 0; start < txIds.length; start += batchSize)
      await readBatch(node, txIds.slice(start, start + batchSize), found);
  return found;
}

/** @param found  what the node returns is added to it, and what it does not return */
async function readBatch(node: Node, txIds: readonly string[], found: FoundReceipts): Promise<void> {
  const calls = txIds.map((txId) => ({ method: 'eth_getTransactionReceipt', params: [txId] }));
  const answers = await tryRequest(() => node.rpc.batch(calls), node.check);
  if (answers !== unread) return addReceipts(answers, found);
  if (txIds.length === 1) {
    for (const txId of txIds) found.unread.add(txId);
    return refuseManyUnread(found.height, found.unread.size);
  }
  const middle = Math.ceil(txIds.length / 2);
  await readBatch(node, txIds.slice(0, middle), found);
  await readBatch(node, txIds.slice(middle), found);
}

function addReceipts(answer: unknown, { receipts }: FoundReceipts): void {
  for (const receipt of readAnswer(receiptsSchema, answer)) receipts.set(receipt.transactionHash, receipt);
}
