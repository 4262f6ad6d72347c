/**
 * What every network's adapter promises, whatever the chain behind it: the same sentences run over each of them.
 *
 * An adapter's test gives a real node, or the fake that stands for it, and the few verbs the suite needs; a door that
 * fails and lies is put between the two here.
 */
import type { ProductId } from '@salar/protocol';
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import type { ChainBlock, ChainReader, ChainTransfer } from '@salar/services/ports/chain-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { FaultyNode } from './faulty-node.ts';
import type { Fault, Lie } from './faulty-node.ts';
import { Dice, seededRandom } from './seeded-random.ts';

export type ChainUnderTest = {
  /** Address of the node, with a user and a password where it asks for them. */
  readonly url: string;
  /** An adapter for the right network over a node at `url`; `timeoutMs` keeps the test of a late node short, and that of any other patient. */
  connect(options: { url: string; timeoutMs: number }): ChainReader;
  /** An adapter over the real node whose settings name another chain. */
  connectAsOtherChain(): ChainReader;
  /** An address nobody has used. */
  newAddress(): string;
  /** Products that move on this network, each with an amount that has its smallest unit set. */
  readonly payments: readonly { readonly productId: ProductId; readonly amount: bigint }[];
  /** Signs a payment from outside and sends nothing. */
  sign(payment: {
    address: string;
    productId: ProductId;
    amount: bigint;
  }): Promise<{ raw: string; txId: string }>;
  /** Adds blocks; whatever waits is in the first of them. */
  mine(blocks: number): Promise<void>;
  /** Replaces the newest `depth` blocks by at least as many others. Their transactions are gone, and may be sent again. */
  reorg(depth: number): Promise<void>;
  /** Lies of this network's own dialect, such as a block with the hash of another. Each must end in `ChainUnavailable`. */
  readonly lies: readonly { readonly name: string; readonly tell: Lie }[];
  close(): Promise<void>;
};

/** For a node that shall answer, however slow the machine is; and for one that shall not. */
const timeoutMs = 20_000;
const shortTimeoutMs = 400;
/** Answers of the node damaged at random, by seed. */
const damagedAnswers = 120;

/** Runs the contract over one adapter. */
export function describeChain(name: string, open: () => Promise<ChainUnderTest>): void {
  describe(`the chain contract over ${name}`, () => {
    let chain: ChainUnderTest;
    let door: FaultyNode;
    let reader: ChainReader;

    beforeAll(async () => {
      chain = await open();
      door = await FaultyNode.open(chain.url);
      reader = connect();
    });
    afterEach(() => {
      door.fault = { kind: 'none' };
    });
    afterAll(async () => {
      await door?.close();
      await chain?.close();
    });

    /** A new adapter through the door: one that has given up on its node would not ask it. */
    const connect = (within = timeoutMs) => chain.connect({ url: door.url, timeoutMs: within });

    /** A payment in a block of its own, mined now. */
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

    test('every block names the one before it, and there is none above the head', async () => {
      await chain.mine(5);
      const head = await reader.height();
      for (let height = head - 3; height <= head; height += 1)
        expect((await blockAt(height)).parentHash).toBe((await blockAt(height - 1)).hash);
      expect(await reader.block(head + 1)).toBeNull();
      expect(await reader.block(head + 1000)).toBeNull();
    });

    test('each product arrives to the last unit, and block and receipt tell the same', async () => {
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

    test('a receipt is null until the transaction is in a block, and the same from then on', async () => {
      const { raw, txId } = await chain.sign({ address: chain.newAddress(), ...first(chain.payments) });
      expect(await reader.receipt(txId)).toBeNull();
      await reader.broadcast(raw);
      await chain.mine(1);
      const receipt = await reader.receipt(txId);
      expect(receipt).not.toBeNull();
      await chain.mine(3);
      expect(await reader.receipt(txId)).toEqual(receipt);
    });

    test('what was sent before may be sent again, waiting or mined', async () => {
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

    test('bytes that are no transaction are refused and do no harm', async () => {
      const { raw } = await chain.sign({ address: chain.newAddress(), ...first(chain.payments) });
      const torn = raw.slice(0, raw.length - 8);
      expect((await reader.broadcast(torn)).kind).toBe('refused');
      await reader.height();
    });

    test('a reorganisation takes the receipt away, and a transaction mined again keeps its positions', async () => {
      await chain.mine(2);
      const before = await paid();
      await chain.reorg((await reader.height()) - before.receipt.height + 1);
      expect(await reader.receipt(before.txId)).toBeNull();
      const sibling = await blockAt(before.receipt.height);
      expect(sibling.hash).not.toBe(before.receipt.blockHash);
      expect(sibling.parentHash).toBe((await blockAt(before.receipt.height - 1)).hash);
      expect(to(before.address, sibling.transfers)).toEqual([]);

      // Another transaction goes first now, so every number that a block counts is another one.
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
      ['answering with half a sentence', { kind: 'text', text: '{"jsonrpc":"2.0","id":1,"result' }],
      ['answering with nothing', { kind: 'text', text: '' }],
      ['answering with another shape', { kind: 'text', text: '[[[1,2],{"a":null}],"x"]' }],
      ['answering with a bare number', { kind: 'text', text: '7' }],
    ];
    test.each(silences)('a node that is %s is unavailable, whatever was asked', async (_, fault) => {
      const { txId, raw, receipt } = await paid();
      door.fault = fault;
      const questions: readonly ((reader: ChainReader) => Promise<unknown>)[] = [
        (asked) => asked.check(),
        (asked) => asked.height(),
        (asked) => asked.block(receipt.height),
        (asked) => asked.receipt(txId),
        (asked) => asked.broadcast(raw),
      ];
      for (const ask of questions)
        await expect(ask(connect(shortTimeoutMs))).rejects.toThrow(ChainUnavailable);
      door.fault = { kind: 'none' };
      expect(await connect().receipt(txId)).toEqual(receipt);
    });

    test('a node that lies in the words of its own network is unavailable', async () => {
      const { txId, receipt } = await paid();
      for (const { name: lie, tell } of chain.lies) {
        door.fault = { kind: 'lie', tell };
        const asked = connect();
        const all = async () => [
          await asked.block(receipt.height),
          await asked.receipt(txId),
          await asked.height(),
        ];
        await expect(all(), lie).rejects.toThrow(ChainUnavailable);
      }
    });

    test('an answer damaged anywhere is unavailable or still true: it never shows money that did not move', async () => {
      const { txId, receipt } = await paid();
      const truth = new Set((await blockAt(receipt.height)).transfers.map(textOf));
      for (let seed = 1; seed <= damagedAnswers; seed += 1) {
        const dice = new Dice(seededRandom(seed));
        door.fault = { kind: 'lie', tell: (answer) => damaged(answer, dice) };
        const asked = connect();
        for (const ask of [() => asked.block(receipt.height), () => asked.receipt(txId)]) {
          const answer = await ask().catch((error: unknown) => {
            expect(error, `seed ${seed}`).toBeInstanceOf(ChainUnavailable);
            return null;
          });
          for (const transfer of answer?.transfers ?? [])
            expect(truth.has(textOf(transfer)), `seed ${seed}: ${textOf(transfer)}`).toBe(true);
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

function textOf({ txId, position, productId, from, to: target, amount }: ChainTransfer): string {
  return [txId, position, productId, from, target, amount].join(' ');
}

/** Of another kind than whatever stood there. */
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

/** The same answer with one value somewhere in it replaced by rubbish, or left out. */
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

/** Every place below a value, in order. */
function placesIn(value: unknown): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])]);
}
