/** Blocks whose results the node does not return at once, or not at all. */
import { ChainUnavailable } from '@salar/services/ports/chain-client';
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

const ofBlock = 'wallet/gettransactioninfobyblocknum';
const ofOne = 'wallet/gettransactioninfobyid';

/** Opens a node that returns the block. @returns the requests that it got */
async function openCounting(find: (method: string, count: number) => Buffer | Refusal) {
  const requests: string[] = [];
  const count = (method: string) => requests.filter((request) => request === method).length;
  node = await openAnsweringNode((method) => {
    requests.push(method);
    if (method === 'wallet/getblockbynum' || method === 'wallet/getnowblock') return built.block;
    return find(method, count(method));
  });
  const client = new TronClient({ url: node.url, network: tron, timeoutMs: 30_000 });
  return { client, count };
}

test('results that the node does not return once are requested once more, at once', async () => {
  const { client, count } = await openCounting((_method, number) =>
    number === 1 ? new Refusal('busy') : built.infos,
  );
  const block = await client.block(1);
  expect(block?.transfers).toHaveLength(built.transfers);
  expect(block).not.toHaveProperty('untraced');
  expect(count(ofOne)).toBe(0);
});

test.each([429, 403])(
  'a node that limits requests with status %i gets no more of them, and nothing is left out',
  async (status) => {
    const { client, count } = await openCounting(() => new Refusal('', status));
    await expect(client.block(1)).rejects.toThrow(ChainUnavailable);
    expect([count(ofBlock), count(ofOne)]).toEqual([1, 0]);
  },
);

test('a node that returns no results is unavailable after a few of them: the block is read again', async () => {
  const { client, count } = await openCounting(() => new Refusal('busy'));
  await expect(client.block(1)).rejects.toThrow('the results of more than 16 transactions of block 1');
  expect(count(ofOne)).toBe(24);
});

test('one transaction is looked up without the results of the others in its block', async () => {
  const last = infos.at(-1)?.id ?? '';
  const { client, count } = await openCounting((method) =>
    method === ofOne ? Buffer.from(JSON.stringify(infos.at(-1))) : new Refusal('too long'),
  );
  const receipt = await client.receipt(last);
  expect(receipt).toMatchObject({ succeeded: true, height: 1, networkFee: 0n });
  expect(receipt?.transfers).toHaveLength((built.transfers - 1) / infos.length + 1);
  expect([count(ofBlock), count(ofOne), count('wallet/getblockbynum')]).toEqual([0, 1, 1]);
});
