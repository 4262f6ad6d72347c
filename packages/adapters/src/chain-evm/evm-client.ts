/** An `EvmChain` over JSON-RPC. */
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import type {
  BroadcastAnswer,
  ChainBlock,
  ChainFees,
  ChainReceipt,
  EvmChain,
  EvmNetwork,
} from '@salar/services';
import type { ProductId } from '@salar/protocol';
import { decodeAbiParameters, encodeFunctionData, parseAbi } from 'viem';
import type { Address, Hex } from 'viem';
import { JsonRpc, RpcRefusal } from './json-rpc.ts';
import { readData, readHash, readList, readNumber, readQuantity, readRecord } from './readers.ts';
import { indexAssets, succeeded, transfersOf } from './transfers.ts';
import type { AssetIndex } from './transfers.ts';

const tokenAbi = parseAbi([
  'function decimals() view returns (uint8)',
  'function balanceOf(address) view returns (uint256)',
]);

export class EvmClient implements EvmChain {
  readonly family = 'evm';
  readonly chainId: number;
  readonly #rpc: JsonRpc;
  readonly #network: EvmNetwork;
  readonly #assets: AssetIndex;

  constructor(options: { url: string; network: EvmNetwork }) {
    this.chainId = options.network.chainId;
    this.#rpc = new JsonRpc(options.url);
    this.#network = options.network;
    this.#assets = indexAssets(options.network.assets);
  }

  async check(): Promise<void> {
    await this.height();
    for (const asset of this.#network.assets) {
      if (asset.contract === null) continue;
      const decimals = await this.#view(
        asset.contract,
        encodeFunctionData({ abi: tokenAbi, functionName: 'decimals' }),
      );
      if (decimals !== BigInt(asset.decimals))
        throw new ChainUnavailable(
          `contract ${asset.contract} has ${decimals} decimals, not ${asset.decimals}`,
        );
    }
  }

  /** Asks for the chain id in the same breath: a node that was swapped for another network's is noticed at once. */
  async height(): Promise<number> {
    const [id, height] = await this.#rpc.batch([
      { method: 'eth_chainId', params: [] },
      { method: 'eth_blockNumber', params: [] },
    ]);
    if (readNumber(id) !== this.chainId)
      throw new ChainUnavailable(`the node is on chain ${readNumber(id)}, not ${this.chainId}`);
    return readNumber(height);
  }

  async block(height: number): Promise<ChainBlock | null> {
    const answer = await this.#rpc.call('eth_getBlockByNumber', quantity(height), true);
    if (answer === null) return null;
    const block = readRecord(answer);
    if (readNumber(block['number']) !== height) throw new ChainUnavailable('the node gave another block');
    const hash = readHash(block['hash']);
    const transactions = readList(block['transactions']);
    const transfers = transactions.length === 0 ? [] : await this.#transfersIn(hash, height, transactions);
    return { height, hash, parentHash: readHash(block['parentHash']), transfers };
  }

  async receipt(txId: string): Promise<ChainReceipt | null> {
    const [receiptAnswer, transactionAnswer] = await this.#rpc.batch([
      { method: 'eth_getTransactionReceipt', params: [txId] },
      { method: 'eth_getTransactionByHash', params: [txId] },
    ]);
    if (receiptAnswer === null || transactionAnswer === null) return null;
    const receipt = readRecord(receiptAnswer);
    const transaction = readRecord(transactionAnswer);
    if (readHash(receipt['transactionHash']) !== txId || readHash(transaction['hash']) !== txId)
      throw new ChainUnavailable('the node gave the receipt of another transaction');
    return {
      succeeded: succeeded(receipt),
      height: readNumber(receipt['blockNumber']),
      blockHash: readHash(receipt['blockHash']),
      transfers: transfersOf(this.#assets, transaction, receipt),
      networkFee: readQuantity(receipt['gasUsed']) * readQuantity(receipt['effectiveGasPrice']),
    };
  }

  async nonceOf(address: string): Promise<number> {
    return readNumber(await this.#rpc.call('eth_getTransactionCount', address, 'latest'));
  }

  async balanceOf(productId: ProductId, address: string, height?: number): Promise<bigint> {
    const asset = this.#network.assets.find((candidate) => candidate.productId === productId);
    if (asset === undefined)
      throw new ChainUnavailable(`network ${this.chainId} does not know product ${productId}`);
    if (asset.contract === null) return this.coinBalance(address, height);
    const args = [address as Address] as const;
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args });
    return this.#view(asset.contract, data, height);
  }

  /** The network's own coin, whether or not it is a product here: it pays for gas. */
  async coinBalance(address: string, height?: number): Promise<bigint> {
    return readQuantity(await this.#rpc.call('eth_getBalance', address, blockTag(height)));
  }

  /** Twice the base fee and the node's tip: enough for six full blocks in a row (integrations 4.5). */
  async fees(): Promise<ChainFees> {
    const [tip, block] = await this.#rpc.batch([
      { method: 'eth_maxPriorityFeePerGas', params: [] },
      { method: 'eth_getBlockByNumber', params: ['latest', false] },
    ]);
    const feePriority = readQuantity(tip);
    const base = readQuantity(readRecord(block)['baseFeePerGas']);
    return { feeMax: base * 2n + feePriority, feePriority };
  }

  async broadcast(raw: string): Promise<BroadcastAnswer> {
    try {
      await this.#rpc.call('eth_sendRawTransaction', raw);
      return { kind: 'sent' };
    } catch (error) {
      if (!(error instanceof RpcRefusal)) throw error;
      return answerOf(error.message);
    }
  }

  /** Every receipt must carry the block's own hash, or the chain has moved on while we read. */
  async #transfersIn(
    blockHash: string,
    height: number,
    transactions: readonly Record<string, unknown>[],
  ): Promise<ChainBlock['transfers']> {
    const receipts = readList(await this.#rpc.call('eth_getBlockReceipts', quantity(height)));
    const byHash = new Map(receipts.map((receipt) => [readHash(receipt['transactionHash']), receipt]));
    return transactions.flatMap((transaction) => {
      const receipt = byHash.get(readHash(transaction['hash']));
      if (receipt === undefined || readHash(receipt['blockHash']) !== blockHash)
        throw new ChainUnavailable('the chain moved while a block was read');
      return transfersOf(this.#assets, transaction, receipt);
    });
  }

  /** A contract's single unsigned number. */
  async #view(contract: string, data: Hex, height?: number): Promise<bigint> {
    const answer = readData(await this.#rpc.call('eth_call', { to: contract, data }, blockTag(height)));
    if (answer.length !== 66) throw new ChainUnavailable(`there is no token contract at ${contract}`);
    const [value] = decodeAbiParameters([{ type: 'uint256' }], answer as Hex);
    return value;
  }
}

function blockTag(height: number | undefined): string {
  return height === undefined ? 'latest' : quantity(height);
}

function quantity(value: number): string {
  return `0x${value.toString(16)}`;
}

/** Nodes differ in words; these are what geth, anvil and their kin say. */
function answerOf(message: string): BroadcastAnswer {
  if (/already known|already imported|known transaction/i.test(message)) return { kind: 'known' };
  if (/nonce too low|nonce is too low|already been mined/i.test(message)) return { kind: 'nonce_used' };
  return { kind: 'refused', reason: message.slice(0, 200) };
}
