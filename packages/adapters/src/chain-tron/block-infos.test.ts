/** Blocks whose results the node does not return at once, or not at all. */
import { afterEach, expect, test } from 'vitest';
import { openAnsweringNode, Refusal } from '../chain-process/testing/answering-node.ts';
import type { AnsweringNode } from '../chain-process/testing/answering-node.ts';
import { buildTronBlock, tron } from '../chain-process/testing/large-blocks.ts';
import { TronClient } from './tron-client.ts';

let node: AnsweringNode | undefined;
afterEach(() => node?.close());

const built = buildTronBlock('transfers', 40_000);
const infos = JSON.parse(built.infos.toString()) as readonly { readonly id: string }[];
const longest = infos[123]?.id ?? '';

test('results that the node does not return at once are read one by one; one that cannot be read is left for later', async () => {
  node = await openAnsweringNode((method, [body]) => {
    if (method === 'wallet/getblockbynum' || method === 'wallet/getnowblock') return built.block;
    const { value } = body as { readonly value?: unknown };
    const info = infos.find(({ id }) => id === value && id !== longest);
    return info === undefined ? new Refusal('too long') : JSON.stringify(info);
  });
  const block = await new TronClient({ url: node.url, network: tron, timeoutMs: 30_000 }).block(1);
  expect(block?.untraced).toEqual([longest]);
  expect(block?.transfers).toHaveLength(built.transfers - (built.transfers - 1) / infos.length);
  expect(block?.transfers.some(({ txId }) => txId === longest)).toBe(false);
});

test('a node that returns its blocks alone is unavailable: nothing is left out', async () => {
  node = await openAnsweringNode((method) =>
    method === 'wallet/getblockbynum' ? built.block : new Refusal('busy'),
  );
  const client = new TronClient({ url: node.url, network: tron, timeoutMs: 30_000 });
  await expect(client.block(1)).rejects.toThrow('the node did not answer');
});
