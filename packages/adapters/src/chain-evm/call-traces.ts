/**
 * Reads the transfers inside contracts from a node's traces.
 *
 * A stranger decides how large the trace of his transaction is, and how long the node works on it. So a trace that is refused, late,
 * too large or malformed is an ordinary answer here: only the transfers inside that transaction, or block, are missing.
 */
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import type { ChainTransfer, EvmNetwork } from '@salar/services';
import type { ProductId } from '@salar/protocol';
import { readAnswer } from '../node-answers/read-answer.ts';
import { blockTracesSchema } from './evm-answers.ts';
import { callTracer, internalTransfers, readFrame } from './internal-transfers.ts';
import { JsonRpc, RpcRefusal } from './json-rpc.ts';
import { buildFrames } from './parity-traces.ts';

/** Larger traces are not read. */
const blockTraceBytesMax = 16 * 2 ** 20;
const transactionTraceBytesMax = 4 * 2 ** 20;
/** After a block whose trace failed, as many milliseconds no trace of a block is requested: blocks are not read late because of it. */
const blockPauseMs = 30_000;

/** The node has no traces at all; a text about the transaction or the block says something else. */
const missingMethod = /method|not (?:supported|available|allowed|enabled)|unsupported|unknown/i;

export type Inside =
  | { readonly kind: 'read'; readonly transfers: readonly ChainTransfer[] }
  | { readonly kind: 'unread'; readonly reason: string };

export class CallTraces {
  readonly #kind: Exclude<EvmNetwork['traces'], 'none'>;
  readonly #coin: ProductId;
  readonly #blocks: JsonRpc;
  readonly #transactions: JsonRpc;
  /** By `performance.now()`. */
  #pausedUntil = -Infinity;

  constructor(options: {
    readonly url: string;
    readonly kind: Exclude<EvmNetwork['traces'], 'none'>;
    readonly coin: ProductId;
    readonly timeoutMs?: number | undefined;
  }) {
    const { url, kind, coin, timeoutMs } = options;
    this.#kind = kind;
    this.#coin = coin;
    this.#blocks = new JsonRpc(url, { timeoutMs, bytesMax: blockTraceBytesMax });
    this.#transactions = new JsonRpc(url, { timeoutMs, bytesMax: transactionTraceBytesMax });
  }

  /** @throws ChainUnavailable when the node has no traces; one that fails is no reason */
  async check(height: number): Promise<void> {
    const read = await tryRead(() => this.#requestBlock(height));
    if (read.kind === 'unread' && missingMethod.test(read.reason))
      throw new ChainUnavailable(`the node has no traces: ${read.reason}`);
  }

  /** Returns what happened inside each of the transactions of a block. */
  async ofBlock(height: number, txIds: readonly string[]): Promise<ReadonlyMap<string, Inside>> {
    const frames = await this.#readBlock(height);
    return new Map(
      await Promise.all(
        txIds.map(async (txId): Promise<[string, Inside]> => {
          if (frames.kind === 'unread') return [txId, frames];
          return [txId, await this.#read(txId, async () => frames.value.get(txId))];
        }),
      ),
    );
  }

  async of(txId: string): Promise<Inside> {
    return this.#read(txId, () => this.#requestTransaction(txId));
  }

  async #readBlock(height: number): Promise<Attempt<ReadonlyMap<string, unknown>>> {
    if (performance.now() < this.#pausedUntil)
      return { kind: 'unread', reason: 'the traces of another block failed just now' };
    const read = await tryRead(() => this.#requestBlock(height));
    if (read.kind === 'unread') this.#pausedUntil = performance.now() + blockPauseMs;
    return read;
  }

  async #read(txId: string, request: () => Promise<unknown>): Promise<Inside> {
    const read = await tryRead(async () => internalTransfers(this.#coin, txId, readFrame(await request())));
    return read.kind === 'unread' ? read : { kind: 'read', transfers: read.value };
  }

  /** Requests the outermost call of every transaction of a block. */
  async #requestBlock(height: number): Promise<ReadonlyMap<string, unknown>> {
    const number = `0x${height.toString(16)}`;
    if (this.#kind === 'trace') return buildFrames(await this.#blocks.call('trace_block', number));
    const answer = await this.#blocks.call('debug_traceBlockByNumber', number, callTracer);
    return new Map(readAnswer(blockTracesSchema, answer).map(({ txHash, result }) => [txHash, result]));
  }

  async #requestTransaction(txId: string): Promise<unknown> {
    if (this.#kind === 'trace')
      return buildFrames(await this.#transactions.call('trace_transaction', txId)).get(txId);
    return this.#transactions.call('debug_traceTransaction', txId, callTracer);
  }
}

type Attempt<T> =
  { readonly kind: 'read'; readonly value: T } | { readonly kind: 'unread'; readonly reason: string };

async function tryRead<T>(read: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { kind: 'read', value: await read() };
  } catch (error) {
    if (!(error instanceof ChainUnavailable || error instanceof RpcRefusal)) throw error;
    const { cause, message } = error;
    return { kind: 'unread', reason: (cause instanceof Error ? cause.message : message).slice(0, 200) };
  }
}
