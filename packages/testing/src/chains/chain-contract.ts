/**
 * The contract of every chain adapter: the same tests run for each network.
 *
 * An adapter's test provides a real node, or its fake, and the few operations that the suite needs; a proxy that
 * fails and lies is put between them.
 */
import type { ProductId } from '@salar/protocol';
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import type { ChainBlock, ChainReader, ChainTransfer } from '@salar/services/ports/chain-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { FaultyNode } from './faulty-node.ts';
import type { Fault, FalseAnswer } from './faulty-node.ts';
import { Dice, createSeededRandom } from '../seeded-random.ts';

export type ChainUnderTest = {
  /** Address of the node, with user and password if it needs them. */
  readonly url: string;
  /** Connects an adapter for the right network to a node at `url`; `timeoutMs` keeps the test of a late node short. */
  connect(options: { url: string; timeoutMs: number }): ChainReader;
  /** Connects an adapter to the real node with the settings of another chain. */
  connectAsOtherChain(): ChainReader;
  /** Returns an address that was never used. */
  newAddress(): string;
  /** Products of this network, each with an amount whose smallest unit is set. */
  readonly payments: readonly { readonly productId: ProductId; readonly amount: bigint }[];
  /** Signs a payment from an external wallet without sending it. */
  sign(payment: {
    address: string;
    productId: ProductId;
    amount: bigint;
  }): Promise<{ raw: string; txId: string }>;
  /** Adds blocks; pending transactions are in the first of them. */
  mine(blocks: number): Promise<void>;
  /**
   * Replaces the newest `depth` blocks by at least as many others. Their transactions are removed, and may be sent
   * again.
   */
  reorg(depth: number): Promise<void>;
  /**
   * Wrong answers that are specific to this network, such as a block with the hash of another. Each must end in
   * `ChainUnavailable`.
   */
  readonly lies: readonly { readonly name: string; readonly falsify: FalseAnswer }[];
  close(): Promise<void>;
};

/** Timeouts for a node that must answer on the slowest machine, and for one that must not. */
const timeoutMs = 20_000;
const shortTimeoutMs = 400;
/** Number of answers that are damaged at random, by seed. */
const damagedAnswers = 120;

/** Runs the contract over one adapter. */
export function describeChain(name: string, open: () => Promise<ChainUnderTest>): void {
  describe(`the chain contract over ${name}`, () => {
    let chain: ChainUnderTest;
    let proxy: FaultyNode;
    let reader: ChainReader;

    beforeAll(async () => {
      chain = await open();
      proxy = await FaultyNode.open(chain.url);
      reader = connect();
    });
    afterEach(() => {
      proxy.fault = { kind: 'none' };
    });
    afterAll(async () => {
      await proxy?.close();
      await chain?.close();
    });

    /** Connects a new adapter through the proxy, because one that has given up on its node would not call it. */
    const connect = (within = timeoutMs) => chain.connect({ url: proxy.url, timeoutMs: within });

    /** Sends a payment and mines it in a block of its own. */
    async function paid(payment = first(chain.payments)) {
      const address = chain.newAddress();
      const { raw, txId } = await chain.sign({ address, ...payment });
      const answer = await reader.broadcast(raw);
      expect(answer.kind).toBe('sent');
      await chain.mine(1);
      const receipt = await reader.receipt(txId);
      if (receipt === null) throw new Error('the payment is in no block');
      return { ...payment, address, raw, txId, receipt };
    }

    async function blockAt(height: number): Promise<ChainBlock> {
      const block = await reader.block(height);
      if (block === null) throw new Error(`there is no block ${height}`);
      return block;
    }

    test('a node of the right chain passes the check, with the height of its newest block', async () => {
      await reader.check();
      await chain.mine(1);
      const height = await reader.height();
      expect((await blockAt(height)).height).toBe(height);
    });

    test('the settings of another chain are refused', async () => {
      await expect(chain.connectAsOtherChain().check()).rejects.toThrow(ChainUnavailable);
    });

    test('every block names its parent, and no block exists above the head', async () => {
      await chain.mine(5);
      const head = await reader.height();
      for (let height = head - 3; height <= head; height += 1)
        expect((await blockAt(height)).parentHash).toBe((await blockAt(height - 1)).hash);
      expect(await reader.block(head + 1)).toBeNull();
      expect(await reader.block(head + 1000)).toBeNull();
    });

    test('each product arrives to the last unit, and block and receipt agree', async () => {
      for (const payment of chain.payments) {
        const { address, txId, receipt, productId, amount } = await paid(payment);
        const inReceipt = to(address, receipt.transfers);
        expect(inReceipt).toMatchObject([{ txId, productId, amount }]);
        expect(receipt.succeeded).toBe(true);
        const block = await blockAt(receipt.height);
        expect(block.hash).toBe(receipt.blockHash);
        expect(to(address, block.transfers)).toEqual(inReceipt);
      }
    });

    test('a receipt is null until the transaction is in a block, and stays the same afterwards', async () => {
      const { raw, txId } = await chain.sign({ address: chain.newAddress(), ...first(chain.payments) });
      expect(await reader.receipt(txId)).toBeNull();
      await reader.broadcast(raw);
      await chain.mine(1);
      const receipt = await reader.receipt(txId);
      expect(receipt).not.toBeNull();
      await chain.mine(3);
      expect(await reader.receipt(txId)).toEqual(receipt);
    });

    test('a transaction can be sent again, pending or mined', async () => {
      const address = chain.newAddress();
      const { raw, txId } = await chain.sign({ address, ...first(chain.payments) });
      expect((await reader.broadcast(raw)).kind).toBe('sent');
      expect((await reader.broadcast(raw)).kind).not.toBe('refused');
      await chain.mine(1);
      expect(['known', 'nonce_used']).toContain((await reader.broadcast(raw)).kind);
      await chain.mine(1);
      const receipt = await reader.receipt(txId);
      expect(to(address, receipt?.transfers ?? [])).toHaveLength(1);
    });

    test('bytes that are not a transaction are refused and do no harm', async () => {
      const { raw } = await chain.sign({ address: chain.newAddress(), ...first(chain.payments) });
      const torn = raw.slice(0, raw.length - 8);
      expect((await reader.broadcast(torn)).kind).toBe('refused');
      await reader.height();
    });

    test('a reorganisation removes the receipt, and a transaction mined again keeps its positions', async () => {
      await chain.mine(2);
      const before = await paid();
      await chain.reorg((await reader.height()) - before.receipt.height + 1);
      expect(await reader.receipt(before.txId)).toBeNull();
      const sibling = await blockAt(before.receipt.height);
      expect(sibling.hash).not.toBe(before.receipt.blockHash);
      expect(sibling.parentHash).toBe((await blockAt(before.receipt.height - 1)).hash);
      expect(to(before.address, sibling.transfers)).toEqual([]);

      // Another transaction goes first now, so every number within the block changes.
      await paid();
      await reader.broadcast(before.raw);
      await chain.mine(1);
      const again = await reader.receipt(before.txId);
      expect(again?.blockHash).not.toBe(before.receipt.blockHash);
      expect(to(before.address, again?.transfers ?? [])).toEqual(
        to(before.address, before.receipt.transfers),
      );
    });

    const silences: readonly (readonly [string, Fault])[] = [
      ['away', { kind: 'away' }],
      ['late', { kind: 'late' }],
      ['too busy (429)', { kind: 'status', status: 429 }],
      ['broken (500)', { kind: 'status', status: 500 }],
      ['answering without an end', { kind: 'huge' }],
      ['answering with half a message', { kind: 'text', text: '{"jsonrpc":"2.0","id":1,"result' }],
      ['answering with nothing', { kind: 'text', text: '' }],
      ['answering with another shape', { kind: 'text', text: '[[[1,2],{"a":null}],"x"]' }],
      ['answering with a bare number', { kind: 'text', text: '7' }],
    ];
    test.each(silences)('a node that is %s is unavailable, whatever the request', async (_, fault) => {
      const { txId, raw, receipt } = await paid();
      proxy.fault = fault;
      const questions: readonly ((reader: ChainReader) => Promise<unknown>)[] = [
        (adapter) => adapter.check(),
        (adapter) => adapter.height(),
        (adapter) => adapter.block(receipt.height),
        (adapter) => adapter.receipt(txId),
        (adapter) => adapter.broadcast(raw),
      ];
      for (const call of questions)
        await expect(call(connect(shortTimeoutMs))).rejects.toThrow(ChainUnavailable);
      proxy.fault = { kind: 'none' };
      expect(await connect().receipt(txId)).toEqual(receipt);
    });

    test("a node with wrong answers in its network's own format is unavailable", async () => {
      const { txId, receipt } = await paid();
      for (const { name: lie, falsify } of chain.lies) {
        proxy.fault = { kind: 'lie', falsify };
        const adapter = connect();
        const all = async () => [
          await adapter.block(receipt.height),
          await adapter.receipt(txId),
          await adapter.height(),
        ];
        await expect(all(), lie).rejects.toThrow(ChainUnavailable);
      }
    });

    test('an answer damaged anywhere is unavailable or still true: it never shows money that did not move', async () => {
      const { txId, receipt } = await paid();
      const truth = new Set((await blockAt(receipt.height)).transfers.map(formatJson));
      for (let seed = 1; seed <= damagedAnswers; seed += 1) {
        const dice = new Dice(createSeededRandom(seed));
        proxy.fault = { kind: 'lie', falsify: (answer) => damaged(answer, dice) };
        const adapter = connect();
        for (const call of [() => adapter.block(receipt.height), () => adapter.receipt(txId)]) {
          const answer = await call().catch((error: unknown) => {
            expect(error, `seed ${seed}`).toBeInstanceOf(ChainUnavailable);
            return null;
          });
          for (const transfer of answer?.transfers ?? [])
            expect(truth.has(formatJson(transfer)), `seed ${seed}: ${formatJson(transfer)}`).toBe(true);
        }
      }
    });
  });
}

function first<T>(list: readonly T[]): T {
  const [item] = list;
  if (item === undefined) throw new Error('the list is empty');
  return item;
}

function to(address: string, transfers: readonly ChainTransfer[]): readonly ChainTransfer[] {
  return transfers.filter((transfer) => transfer.to === address);
}

function formatJson({ txId, position, productId, from, to: target, amount }: ChainTransfer): string {
  return [txId, position, productId, from, target, amount].join(' ');
}

/** Of another type than the value it replaces. */
const rubbish: readonly unknown[] = [
  null,
  true,
  {},
  [],
  'rubbish',
  '0x',
  '-1',
  -1,
  0.1234567890123,
  '',
  [[]],
  { a: 1 },
];

/** Returns the answer with one value somewhere in it replaced or left out. */
function damaged(answer: unknown, dice: Dice): unknown {
  const copy: unknown = structuredClone(answer);
  const places = placesIn(copy);
  if (places.length === 0) return dice.pick(rubbish);
  const { holder, key } = dice.pick(places);
  if (dice.chance(0.2)) delete holder[key];
  else holder[key] = dice.pick(rubbish);
  return copy;
}

type Place = { readonly holder: Record<string, unknown>; readonly key: string };

/** Yields every position below a value, in order. */
function placesIn(value: unknown): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])]);
}
