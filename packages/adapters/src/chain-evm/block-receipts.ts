/**
 * Reads the receipts of a block.
 *
 * The senders of its transactions decide how long they are. When the node cannot return them at once, or not in time, they are read in
 * batches, and a receipt that cannot be read alone is left out: it stops neither the block nor those behind it.
 */
import { tryRequest, unread } from '../node-answers/try-request.ts';
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

type Node = {
  readonly rpc: NodeRpc;
  /** Throws when the node does not answer. */
  readonly check: () => Promise<unknown>;
};

/** @param txIds  the block's transactions */
export async function readBlockReceipts(
  node: Node,
  height: number,
  txIds: readonly string[],
): Promise<BlockReceipts> {
  const request = () => node.rpc.call('eth_getBlockReceipts', `0x${height.toString(16)}`);
  const answer = await tryRequest(request, node.check);
  if (answer !== unread) return { receipts: indexReceipts(answer), unread: new Set() };
  const receipts = new Map<string, Receipt>();
  const missing = new Set<string>();
  for (let start = 0; start < txIds.length; start += batchSize) {
    const batch = await readBatch(node, txIds.slice(start, start + batchSize));
    for (const [txId, receipt] of batch.receipts) receipts.set(txId, receipt);
    for (const txId of batch.unread) missing.add(txId);
  }
  return { receipts, unread: missing };
}

async function readBatch(node: Node, txIds: readonly string[]): Promise<BlockReceipts> {
  const calls = txIds.map((txId) => ({ method: 'eth_getTransactionReceipt', params: [txId] }));
  const answers = await tryRequest(() => node.rpc.batch(calls), node.check);
  if (answers !== unread) return { receipts: indexReceipts(answers), unread: new Set() };
  if (txIds.length === 1) return { receipts: new Map(), unread: new Set(txIds) };
  const middle = Math.ceil(txIds.length / 2);
  const first = await readBatch(node, txIds.slice(0, middle));
  const second = await readBatch(node, txIds.slice(middle));
  return {
    receipts: new Map([...first.receipts, ...second.receipts]),
    unread: new Set([...first.unread, ...second.unread]),
  };
}

function indexReceipts(answer: unknown): ReadonlyMap<string, Receipt> {
  return new Map(readAnswer(receiptsSchema, answer).map((receipt) => [receipt.transactionHash, receipt]));
}
