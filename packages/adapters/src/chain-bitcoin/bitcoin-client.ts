/** A `BitcoinChain` over the JSON-RPC of Bitcoin Core, which must run with `txindex=1`. */
import { assert, CodecError } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import { findCoin } from '@salar/services';
import type {
  BitcoinChain,
  BitcoinNetwork,
  BroadcastResult,
  ChainBlock,
  ChainReceipt,
  ChainTransfer,
  Outpoint,
} from '@salar/services';
import { toScriptAddress } from './bitcoin-addresses.ts';
import { parseBlock, parseTransaction } from './bitcoin-block.ts';
import type { BitcoinTransaction } from './bitcoin-block.ts';
import { bitcoinParameters } from './bitcoin-networks.ts';
import { computeTargetMax } from './bitcoin-work.ts';
import { BitcoinRefusal, BitcoinRpc } from './bitcoin-rpc.ts';
import { isRecord, readAnswer } from '../node-answers/read-answer.ts';
import {
  confirmedHeaderSchema,
  estimateSchema,
  hashSchema,
  headerSchema,
  heightSchema,
  hexSchema,
  poolSchema,
  outputSchema,
  transactionSchema,
} from './bitcoin-answers.ts';

/** Error codes of Bitcoin Core. */
const codes = { unknown: -5, tooHigh: -8, rejectedInputs: -25, rejectedByPolicy: -26, alreadyMined: -27 };
/** Consensus: an output of a coinbase cannot be spent earlier. */
const coinbaseConfirmations = 100;
/** Above this a node is broken or malicious: the highest rate ever was about half of it. */
const feeRateMax = 5000n;

export class BitcoinClient implements BitcoinChain {
  readonly family = 'bitcoin';
  readonly chainId: number;
  readonly #rpc: BitcoinRpc;
  readonly #network: Pick<BitcoinNetwork, 'chainId' | 'assets' | 'kind'>;
  readonly #coin: ProductId;
  /** Null without a least difficulty. */
  readonly #targetMax: bigint | null;

  /** @param options.url  including user and password */
  constructor(options: {
    url: string;
    network: Pick<BitcoinNetwork, 'chainId' | 'assets' | 'kind' | 'difficultyMin'>;
    timeoutMs?: number;
  }) {
    const coin = findCoin(options.network);
    assert(coin !== null, 'a Bitcoin network carries its coin');
    this.chainId = options.network.chainId;
    this.#rpc = new BitcoinRpc(options.url, options.timeoutMs);
    this.#network = options.network;
    this.#coin = coin;
    const { difficultyMin } = options.network;
    this.#targetMax = difficultyMin === undefined ? null : computeTargetMax(difficultyMin);
  }

  async check(): Promise<void> {
    await this.height();
  }

  /** Requests the first block in the same batch: a node that was replaced by another network's is detected at once. */
  async height(): Promise<number> {
    const [genesis, height] = await this.#callBatch([
      { method: 'getblockhash', params: [0] },
      { method: 'getblockcount' },
    ]);
    const wanted = bitcoinParameters[this.#network.kind].genesis;
    const first = readAnswer(hashSchema, genesis);
    if (first !== wanted) throw new ChainUnavailable(`the node's first block is ${first}, not ${wanted}`);
    return readAnswer(heightSchema, height);
  }

  async block(height: number): Promise<ChainBlock | null> {
    const hash = await this.#unless(codes.tooHigh, 'getblockhash', height);
    if (hash === null) return null;
    const [raw, header] = await this.#callBatch([
      { method: 'getblock', params: [hash, 0] },
      { method: 'getblockheader', params: [hash, true] },
    ]);
    const block = this.#trusting(() => parseBlock(readAnswer(hexSchema, raw)));
    if (block.hash !== readAnswer(hashSchema, hash) || readAnswer(headerSchema, header).height !== height)
      throw new ChainUnavailable('the node returned another block');
    if (this.#targetMax !== null && block.target > this.#targetMax)
      throw new ChainUnavailable(`block ${height} of the node is below difficultyMin`);
    return {
      height,
      hash: block.hash,
      parentHash: block.parentHash,
      transfers: block.transactions.flatMap((transaction) => this.#readTransfers(transaction)),
      spends: block.transactions.flatMap(({ txId: by, inputs }) => inputs.map((input) => ({ ...input, by }))),
    };
  }

  /** A coinbase's receipt is returned once its outputs can be spent. */
  async receipt(txId: string): Promise<ChainReceipt | null> {
    const answer = await this.#unless(codes.unknown, 'getrawtransaction', txId, 2);
    if (answer === null) return null;
    const { hex, blockhash: blockHash, fee } = readAnswer(transactionSchema, answer);
    if (blockHash === undefined) return null; // it waits in the pool
    const transaction = this.#trusting(() => parseTransaction(hex));
    if (transaction.txId !== txId)
      throw new ChainUnavailable('the node returned the receipt of another transaction');
    const header = await this.#call('getblockheader', blockHash, true);
    const { height, confirmations } = readAnswer(confirmedHeaderSchema, header);
    // -1: the block has left the chain, and the node's index of transactions still points to it.
    if (confirmations < 1 || (transaction.isCoinbase && confirmations < coinbaseConfirmations)) return null;
    return {
      succeeded: true,
      height,
      blockHash,
      transfers: this.#readTransfers(transaction),
      networkFee: fee ?? 0n,
      spends: transaction.inputs,
    };
  }

  async feeRate(blocks: number): Promise<bigint> {
    const [estimate, pool] = await this.#callBatch([
      { method: 'estimatesmartfee', params: [blocks] },
      { method: 'getmempoolinfo' },
    ]);
    const { feerate } = readAnswer(estimateSchema, estimate);
    const { mempoolminfee, minrelaytxfee } = readAnswer(poolSchema, pool);
    // Without an estimate the pool's minimum is enough.
    const rates = [feerate ?? 0n, mempoolminfee, minrelaytxfee].map(perByte);
    const rate = rates.reduce((a, b) => (a > b ? a : b), 1n);
    if (rate > feeRateMax) throw new ChainUnavailable(`the node estimates ${rate} satoshi per byte`);
    return rate;
  }

  async isUnspent({ txId, vout, amount }: Outpoint & { readonly amount?: bigint }): Promise<boolean> {
    const answer = await this.#call('gettxout', txId, vout, false);
    if (!isRecord(answer)) return false;
    return amount === undefined || readAnswer(outputSchema, answer).value === amount;
  }

  async rawTransaction(txId: string): Promise<string | null> {
    const answer = await this.#unless(codes.unknown, 'getrawtransaction', txId, 0);
    if (answer === null) return null;
    const bytes = readAnswer(hexSchema, answer);
    if (this.#trusting(() => parseTransaction(bytes)).txId !== txId)
      throw new ChainUnavailable('the node returned another transaction');
    return Buffer.from(bytes).toString('hex');
  }

  async broadcast(raw: string): Promise<BroadcastResult> {
    try {
      await this.#rpc.call('sendrawtransaction', raw);
      return { kind: 'sent' };
    } catch (error) {
      if (!(error instanceof BitcoinRefusal)) throw error;
      return toBroadcastAnswer(error);
    }
  }

  #readTransfers(transaction: BitcoinTransaction): readonly ChainTransfer[] {
    const { txId, isCoinbase, outputs } = transaction;
    return outputs.flatMap(({ value, script }, vout) => {
      const to = toScriptAddress(script, this.#network.kind);
      if (to === null || value === 0n) return [];
      const transfer = { txId, position: String(vout), productId: this.#coin, from: '', to, amount: value };
      return [isCoinbase ? { ...transfer, confirmationsMin: coinbaseConfirmations } : transfer];
    });
  }

  /** A refusal that no correct node gives to our calls makes the node unavailable. */
  async #call(method: string, ...params: readonly unknown[]): Promise<unknown> {
    const [result] = await this.#callBatch([{ method, params }]);
    return result;
  }

  async #callBatch(calls: Parameters<BitcoinRpc['batch']>[0]): Promise<readonly unknown[]> {
    try {
      return await this.#rpc.batch(calls);
    } catch (error) {
      if (!(error instanceof BitcoinRefusal)) throw error;
      throw new ChainUnavailable(`the node refused: ${error.message.slice(0, 200)}`, { cause: error });
    }
  }

  /** Returns null when the node answers with the given error code, which means that there is no such thing. */
  async #unless(code: number, method: string, ...params: readonly unknown[]): Promise<unknown> {
    try {
      return await this.#rpc.call(method, ...params);
    } catch (error) {
      if (!(error instanceof BitcoinRefusal)) throw error;
      if (error.code === code) return null;
      throw new ChainUnavailable(`the node refused: ${error.message.slice(0, 200)}`, { cause: error });
    }
  }

  #trusting<T>(read: () => T): T {
    try {
      return read();
    } catch (cause) {
      if (!(cause instanceof CodecError)) throw cause;
      throw new ChainUnavailable(`the node returned bytes that are not of the chain: ${cause.message}`, {
        cause,
      });
    }
  }
}

/** Converts satoshi per thousand virtual bytes to satoshi per virtual byte, rounded up. */
function perByte(feerate: bigint): bigint {
  return (feerate + 999n) / 1000n;
}

function toBroadcastAnswer({ code, message }: BitcoinRefusal): BroadcastResult {
  if (code === codes.alreadyMined || /already.*(?:mempool|known|chain)/i.test(message))
    return { kind: 'known' };
  return { kind: 'refused', reason: `${code} ${message}`.slice(0, 200) };
}
