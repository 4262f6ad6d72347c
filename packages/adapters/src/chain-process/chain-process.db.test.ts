/** Runs the bundled process that the server starts; the build runs before this project's tests. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BitcoinChain, ChainReader, EvmChain, NetworkSettings, TronChain } from '@salar/services';
import { findIncoming } from '@salar/services/deposits/incoming-transfers';
import type { AddressOwners } from '@salar/services/deposits/incoming-transfers';
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import { silentLog } from '@salar/services/ports/log';
import type { Queryable } from '@salar/store';
import { afterEach, describe, expect, test } from 'vitest';
import { BitcoinClient } from '../chain-bitcoin/bitcoin-client.ts';
import { EvmClient } from '../chain-evm/evm-client.ts';
import { TronClient } from '../chain-tron/tron-client.ts';
import { ChainProcess } from './chain-process.ts';
import { createDistantChain } from './distant-chain.ts';
import { openAnsweringNode } from './testing/answering-node.ts';
import type { AnsweringNode } from './testing/answering-node.ts';
import * as large from './testing/large-blocks.ts';

const entry = fileURLToPath(new URL('../../../../dist/server/chain-process.js', import.meta.url));
const mebibyte = 2 ** 20;
const timeoutMs = 30_000;

let node: AnsweringNode | undefined;
let chainProcess: ChainProcess | undefined;
afterEach(async () => {
  node?.close();
  await chainProcess?.close();
});

function openProcess(
  settings: NetworkSettings,
  options: Partial<ConstructorParameters<typeof ChainProcess>[0]> = {},
): ChainProcess {
  const nodes = [{ url: node?.url ?? '', apiKey: null }];
  chainProcess = new ChainProcess({ entry, log: silentLog, settings, nodes, timeoutMs, ...options });
  return chainProcess;
}

/** Measures the longest time in ms that this thread did nothing else than one piece of work. */
async function measureStall<T>(
  run: () => Promise<T>,
): Promise<{ readonly result: T; readonly stallMs: number }> {
  const histogram = monitorEventLoopDelay({ resolution: 2 });
  await delay(10);
  histogram.enable();
  const result = await run();
  await delay(10);
  histogram.disable();
  return { result, stallMs: histogram.max / 1e6 };
}

/** Reads a block and looks for the owners of its addresses, as the watcher does. */
async function takeBlock(chain: ChainReader) {
  const block = await chain.block(1);
  const owners = {
    scheme: {},
    houseAddresses: [],
    addresses: {
      findOwners: async () => {
        await nextTurn();
        return new Map();
      },
    },
  } as unknown as AddressOwners;
  await findIncoming(owners, {} as Queryable, block?.transfers ?? []);
  return block;
}

type Case = {
  readonly name: string;
  readonly open: (url: string) => { readonly direct: ChainReader; readonly distant: ChainReader };
  readonly build: () => { readonly find: (method: string) => string | Buffer; readonly transfers: number };
};
const chainOptions = { chainId: 1, node: 0 };
const evmCase: Case = {
  name: 'EVM, 40 MiB of receipts, each log a transfer',
  open: (url) => ({
    direct: new EvmClient({ url, network: large.evm, timeoutMs }),
    distant: createDistantChain('evm', openProcess(large.evm), chainOptions),
  }),
  build: () => {
    const { block, receipts, transfers } = large.buildEvmBlock('transfers', 40 * mebibyte);
    return { find: (method) => (method === 'eth_getBlockReceipts' ? receipts : block), transfers };
  },
};
const tronCase: Case = {
  name: 'TRON, 16 MiB of results',
  open: (url) => ({
    direct: new TronClient({ url, network: large.tron, timeoutMs }),
    distant: createDistantChain('tron', openProcess(large.tron), chainOptions),
  }),
  build: () => {
    const { block, infos, transfers } = large.buildTronBlock('other logs', 16 * mebibyte);
    return { find: (method) => (method.includes('transactioninfo') ? infos : block), transfers };
  },
};
const bitcoinCase: Case = {
  name: 'Bitcoin, the longest block that the network accepts',
  open: (url) => ({
    direct: new BitcoinClient({ url, network: large.bitcoin, timeoutMs }),
    distant: createDistantChain('bitcoin', openProcess(large.bitcoin), chainOptions),
  }),
  build: () => {
    const { hash, block, transfers } = large.buildBitcoinBlock(128_000);
    const results: Record<string, string | Buffer> = {
      getblockhash: hash,
      getblock: block,
      getblockheader: '{"height":1}',
    };
    return { find: (method) => results[method] ?? 'null', transfers };
  },
};

test.each([evmCase, tronCase, bitcoinCase])(
  'F09 $name: read in a process, it stalls the engine for no more than 50 ms, and is the same block',
  async ({ name, open, build }) => {
    const { find, transfers } = build();
    node = await openAnsweringNode(find);
    const { direct, distant } = open(node.url);
    const before = await measureStall(() => takeBlock(direct));
    expect(before.result?.transfers).toHaveLength(transfers);
    await distant.height().catch(() => undefined); // the process has started
    const after = await measureStall(() => takeBlock(distant));
    expect(JSON.stringify(after.result, toText)).toBe(JSON.stringify(before.result, toText));
    console.info(
      `${name}: ${before.stallMs.toFixed(0)} ms on the engine's thread, ${after.stallMs.toFixed(0)} ms from the process`,
    );
    // A machine that is busy with other tests stops this thread, too: then both take longer.
    expect(after.stallMs).toBeLessThan(Math.max(50, before.stallMs / 10));
  },
  180_000,
);

function toText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}

test('amounts keep every digit on their way through the process, and refusals their class', async () => {
  const most = 2n ** 256n - 1n;
  node = await openAnsweringNode((method) =>
    method === 'eth_getBalance' ? JSON.stringify(`0x${most.toString(16)}`) : '"not a quantity"',
  );
  const chain: EvmChain = createDistantChain('evm', openProcess(large.evm), chainOptions);
  expect(chain).toMatchObject({ family: 'evm', chainId: 1 });
  expect(await chain.coinBalance(`0x${'11'.repeat(20)}`)).toBe(most);
  const refused = chain.getNonce(`0x${'11'.repeat(20)}`);
  await expect(refused).rejects.toThrow(ChainUnavailable);
  await expect(refused).rejects.toThrow('the node returned "not a quantity" instead of a quantity');
});

describe('a process that', () => {
  test('takes more memory than it may is replaced', async () => {
    let answer: Buffer | string = Buffer.from(`[${'[],'.repeat(2_000_000)}0]`);
    node = await openAnsweringNode(() => answer);
    const chain: BitcoinChain = createDistantChain(
      'bitcoin',
      openProcess(large.bitcoin, { heapMaxMib: 48 }),
      chainOptions,
    );
    const output = { txId: '', vout: 0, amount: 1n };
    await expect(chain.isUnspent(output)).rejects.toThrow(
      'took more memory than the process of its network may use',
    );
    answer = '{"value":0.00000001}';
    expect(await chain.isUnspent(output)).toBe(true);
  });

  test('is killed in the middle of a call fails it, and is replaced', async () => {
    let isReached: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => (isReached = resolve));
    let answer: string | null = null;
    node = await openAnsweringNode(() => {
      isReached();
      return answer;
    });
    const chain: EvmChain = createDistantChain('evm', openProcess(large.evm), chainOptions);
    const call = chain.coinBalance('x').catch((error: unknown) => error);
    await reached;
    process.kill(chainProcess?.pid ?? 0, 'SIGKILL');
    expect(await call).toEqual(new ChainUnavailable('the process of the network ended (SIGKILL)'));
    answer = '"0x10"';
    expect(await chain.coinBalance('x')).toBe(16n);
  });

  test('hangs is replaced', async () => {
    node = await openAnsweringNode(() => null);
    const chain: TronChain = createDistantChain(
      'tron',
      openProcess(large.tron, { callMaxMs: 200 }),
      chainOptions,
    );
    const calls = await Promise.allSettled([chain.coinBalance('x'), chain.finalTime()]);
    expect(calls.map((call) => call.status)).toEqual(['rejected', 'rejected']);
    await expect(chain.finalTime()).rejects.toThrow('the process of the network hangs');
  });

  test('has too many calls refuses more', async () => {
    node = await openAnsweringNode(() => null);
    const chain: EvmChain = createDistantChain('evm', openProcess(large.evm, { callsMax: 2 }), chainOptions);
    const waiting = [chain.height(), chain.fees()].map((call) => call.catch((error: unknown) => error));
    await expect(chain.height()).rejects.toThrow('2 requests to the node wait already');
    await chainProcess?.close();
    expect(await Promise.all(waiting)).toEqual([expect.any(ChainUnavailable), expect.any(ChainUnavailable)]);
  });
});
