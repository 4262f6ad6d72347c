/** An `EvmChain` over JSON-RPC. */
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import type { PaymentTrial, ReceiptQuery, TriedPayment } from '@salar/services/ports/chain-client';
import { moveGas } from '@salar/services/ports/chain-signer';
import type {
  BroadcastResult,
  ChainBlock,
  ChainFees,
  ChainReceipt,
  ChainTransfer,
  EvmChain,
  EvmNetwork,
  NetworkAsset,
} from '@salar/services';
import type { ProductId } from '@salar/protocol';
import { decodeAbiParameters, encodeFunctionData, parseAbi } from 'viem';
import type { Address, Hex } from 'viem';
import type { z } from 'zod';
import { arrived } from './arrivals.ts';
import type { BlockPoint } from './arrivals.ts';
import { readBlockReceipts } from './block-receipts.ts';
import { CallTraces } from './call-traces.ts';
import type { Inside } from './call-traces.ts';
import { plainGas } from './internal-transfers.ts';
import { RpcRefusal } from './json-rpc.ts';
import { NodeRpc } from './node-rpc.ts';
import { readAnswer } from '../node-answers/read-answer.ts';
import {
  addressSchema,
  baseFeeSchema,
  blockSchema,
  dataSchema,
  numberSchema,
  paidReceiptSchema,
  quantitySchema,
  transactionSchema,
} from './evm-answers.ts';
import { indexAssets, succeeded, readTransfers } from './transfers.ts';
import type { AssetIndex, Receipt, Transaction } from './transfers.ts';

const tokenAbi = parseAbi([
  'function decimals() view returns (uint8)',
  'function balanceOf(address) view returns (uint256)',
  'function transfer(address, uint256)',
]);
/** The texts of nodes about a transaction that was executed and failed; they differ between nodes. */
const executionErrors =
  /revert|out of ?gas|intrinsic gas|invalid ?(opcode|jump)|stack ?(under|over)flow|stack limit|out of bounds|write protection|vm execution|evm ?error/i;

export class EvmClient implements EvmChain {
  readonly family = 'evm';
  readonly chainId: number;
  readonly #rpc: NodeRpc;
  readonly #network: Pick<EvmNetwork, 'chainId' | 'assets' | 'traces'>;
  readonly #assets: AssetIndex;
  /** Null where transfers inside contracts are not looked for. */
  readonly #traces: CallTraces | null;

  constructor(options: {
    url: string;
    network: Pick<EvmNetwork, 'chainId' | 'assets' | 'traces'>;
    timeoutMs?: number;
  }) {
    this.chainId = options.network.chainId;
    const { url, network, timeoutMs } = options;
    this.#rpc = new NodeRpc(url, { timeoutMs });
    this.#network = network;
    this.#assets = indexAssets(network.assets);
    const { native: coin } = this.#assets;
    this.#traces =
      coin === null || network.traces === 'none'
        ? null
        : new CallTraces({ url, kind: network.traces, coin, timeoutMs });
  }

  async check(): Promise<void> {
    const height = await this.height();
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
    await this.#traces?.check(height);
  }

  /** Requests the chain id in the same batch: a node that was replaced by another network's is detected at once. */
  async height(): Promise<number> {
    const [id, height] = await this.#rpc.batch([
      { method: 'eth_chainId', params: [] },
      { method: 'eth_blockNumber', params: [] },
    ]);
    const found = readAnswer(numberSchema, id);
    if (found !== this.chainId)
      throw new ChainUnavailable(`the node is on chain ${found}, not ${this.chainId}`);
    return readAnswer(numberSchema, height);
  }

  async block(height: number): Promise<ChainBlock | null> {
    const answer = await this.#rpc.call('eth_getBlockByNumber', quantity(height), true);
    if (answer === null) return null;
    const { number, hash, parentHash, transactions } = readAnswer(blockSchema, answer);
    if (number !== height) throw new ChainUnavailable('the node returned another block');
    if (transactions.length === 0) return { height, hash, parentHash, transfers: [] };
    return { height, hash, parentHash, ...(await this.#readTransactions({ hash, height }, transactions)) };
  }

  async receipt(txId: string, { isUntraced = false }: ReceiptQuery = {}): Promise<ChainReceipt | null> {
    const [receiptAnswer, transactionAnswer] = await this.#rpc.batch([
      { method: 'eth_getTransactionReceipt', params: [txId] },
      { method: 'eth_getTransactionByHash', params: [txId] },
    ]);
    if (receiptAnswer === null || transactionAnswer === null) return null;
    const receipt = readAnswer(paidReceiptSchema, receiptAnswer);
    const transaction = readAnswer(transactionSchema, transactionAnswer);
    if (receipt.transactionHash !== txId || transaction.hash !== txId)
      throw new ChainUnavailable('the node returned the receipt of another transaction');
    const block = { height: receipt.blockNumber, hash: receipt.blockHash };
    const inside =
      this.#traces === null || isUntraced || !mayCallInside(receipt) ? null : await this.#traces.of(txId);
    const internal = inside?.kind === 'read' ? inside.transfers : [];
    return {
      succeeded: succeeded(receipt),
      height: block.height,
      blockHash: block.hash,
      transfers: [...(await this.#readTransaction(block, transaction, receipt)), ...internal],
      networkFee: computeFee(receipt),
      sender: readAnswer(addressSchema, transaction.from),
      ...(inside?.kind === 'unread' && { untraced: inside.reason }),
    };
  }

  async getNonce(address: string): Promise<number> {
    return readAnswer(numberSchema, await this.#rpc.call('eth_getTransactionCount', address, 'latest'));
  }

  async getBalance(productId: ProductId, address: string, height?: number): Promise<bigint> {
    const { contract } = this.#getAsset(productId);
    if (contract === null) return this.coinBalance(address, height);
    const args = [address as Address] as const;
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args });
    return this.#view(contract, data, height);
  }

  async getBalances(
    productId: ProductId,
    addresses: readonly string[],
    height: number,
  ): Promise<readonly bigint[]> {
    const { contract } = this.#getAsset(productId);
    const tag = quantity(height);
    if (contract === null) {
      const calls = addresses.map((address) => ({ method: 'eth_getBalance', params: [address, tag] }));
      return (await this.#rpc.batch(calls)).map((answer) => readAnswer(quantitySchema, answer));
    }
    const calls = addresses.map((address) => {
      const args = [address as Address] as const;
      const data = encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args });
      return { method: 'eth_call', params: [{ to: contract, data }, tag] };
    });
    return (await this.#rpc.batch(calls)).map((answer) => readNumber(answer, contract));
  }

  /** Returns the balance of the network's own coin, whether or not it is a product here: it pays for gas. */
  async coinBalance(address: string, height?: number): Promise<bigint> {
    return readAnswer(quantitySchema, await this.#rpc.call('eth_getBalance', address, blockTag(height)));
  }

  /** Returns twice the base fee and the node's tip: enough for six full blocks in a row (integrations 4.5). */
  async fees(): Promise<ChainFees> {
    const [tip, block] = await this.#rpc.batch([
      { method: 'eth_maxPriorityFeePerGas', params: [] },
      { method: 'eth_getBlockByNumber', params: ['latest', false] },
    ]);
    const feePriority = readAnswer(quantitySchema, tip);
    const { baseFeePerGas: base } = readAnswer(baseFeeSchema, block);
    return { feeMax: base * 2n + feePriority, feePriority };
  }

  async call(contract: string, data: string): Promise<string> {
    return readAnswer(dataSchema, await this.#rpc.call('eth_call', { to: contract, data }, 'latest'));
  }

  async tryPayment({ productId, from, to, amount }: TriedPayment): Promise<PaymentTrial> {
    const { contract } = this.#getAsset(productId);
    try {
      await this.#rpc.attempt('eth_call', { from, ...buildPayment(contract, to, amount) }, 'latest');
      return { kind: 'pays' };
    } catch (error) {
      if (!(error instanceof RpcRefusal)) throw error;
      const kind = executionErrors.test(error.message) ? 'reverts' : 'unclear';
      return { kind, reason: error.message.slice(0, 200) };
    }
  }

  async broadcast(raw: string): Promise<BroadcastResult> {
    try {
      await this.#rpc.attempt('eth_sendRawTransaction', raw);
      return { kind: 'sent' };
    } catch (error) {
      if (!(error instanceof RpcRefusal)) throw error;
      return toBroadcastAnswer(error.message);
    }
  }

  /** Every receipt must have the block's own hash, otherwise the chain has changed while we read. */
  async #readTransactions(
    block: BlockPoint,
    transactions: readonly Transaction[],
  ): Promise<Pick<ChainBlock, 'transfers' | 'untraced'>> {
    const node = { rpc: this.#rpc, check: () => this.height() };
    const txIds = transactions.map(({ hash }) => hash);
    const { receipts, unread } = await readBlockReceipts(node, block.height, txIds);
    const read = transactions.filter(({ hash }) => !unread.has(hash));
    const pairs = read.map((transaction) => {
      const receipt = receipts.get(transaction.hash);
      if (receipt === undefined || receipt.blockHash !== block.hash)
        throw new ChainUnavailable('the chain changed while a block was read');
      return { transaction, receipt };
    });
    const calling = pairs.filter(({ receipt }) => mayCallInside(receipt));
    const insides =
      this.#traces === null || calling.length === 0
        ? new Map<string, Inside>()
        : await this.#traces.ofBlock(
            block.height,
            calling.map(({ transaction }) => transaction.hash),
          );
    const transfers: ChainTransfer[] = [];
    for (const { transaction, receipt } of pairs) {
      transfers.push(...(await this.#readTransaction(block, transaction, receipt)));
      const inside = insides.get(transaction.hash);
      if (inside?.kind === 'read') transfers.push(...inside.transfers);
    }
    const withoutTrace = [...insides].filter(([, inside]) => inside.kind === 'unread').map(([txId]) => txId);
    const untraced = [...unread, ...withoutTrace];
    return { transfers, ...(untraced.length > 0 && { untraced }) };
  }

  /** Returns the transfers in a transaction and its receipt; tokens that keep a part are counted as they arrived. */
  async #readTransaction(
    block: BlockPoint,
    transaction: Transaction,
    receipt: Receipt,
  ): Promise<readonly ChainTransfer[]> {
    const transfers = readTransfers(this.#assets, transaction, receipt);
    const counted = new Map<string, ChainTransfer | undefined>();
    for (const { productId, contract, feeOnTransfer } of this.#network.assets) {
      if (feeOnTransfer !== true || contract === null) continue;
      const ofToken = transfers
        .filter((transfer) => transfer.productId === productId)
        .map((transfer) => ({
          transfer,
          logIndex: readAnswer(numberSchema, receipt.logs[Number(transfer.position)]?.logIndex),
        }));
      if (ofToken.length === 0) continue;
      for (const { transfer } of ofToken) counted.set(transfer.position, undefined);
      const balanceAt = (address: string, height: number) => this.getBalance(productId, address, height);
      const sources = { rpc: this.#rpc, assets: this.#assets, contract, balanceAt };
      for (const transfer of await arrived(sources, block, ofToken)) counted.set(transfer.position, transfer);
    }
    return transfers.flatMap((transfer) => {
      const real = counted.has(transfer.position) ? counted.get(transfer.position) : transfer;
      return real === undefined ? [] : [real];
    });
  }

  #getAsset(productId: ProductId): NetworkAsset {
    const asset = this.#network.assets.find((candidate) => candidate.productId === productId);
    if (asset === undefined)
      throw new ChainUnavailable(`network ${this.chainId} has no product ${productId}`);
    return asset;
  }

  /** Calls a view function that returns one unsigned number. */
  async #view(contract: string, data: Hex, height?: number): Promise<bigint> {
    const call = { to: contract, data };
    return readNumber(await this.#rpc.call('eth_call', call, blockTag(height)), contract);
  }
}

/** Reads what a view function of a contract has returned: one unsigned number. */
function readNumber(answer: unknown, contract: string): bigint {
  const data = readAnswer(dataSchema, answer);
  if (data.length !== 66) throw new ChainUnavailable(`there is no token contract at ${contract}`);
  const [value] = decodeAbiParameters([{ type: 'uint256' }], data as Hex);
  return value;
}

function mayCallInside(receipt: Receipt): boolean {
  return succeeded(receipt) && receipt.gasUsed > plainGas;
}

function blockTag(height: number | undefined): string {
  return height === undefined ? 'latest' : quantity(height);
}

/** Builds the call of a payment, with the gas that the signer gives it. */
function buildPayment(contract: string | null, to: string, amount: bigint): object {
  if (contract === null) return { to, value: quantity(amount), gas: quantity(moveGas.coin) };
  const args = [to as Address, amount] as const;
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args });
  return { to: contract, data, gas: quantity(moveGas.token) };
}

function quantity(value: number | bigint): string {
  return `0x${value.toString(16)}`;
}

/** Computes what the sender paid: gas, and on layer-2 networks also the fee of the layer below. */
function computeFee(receipt: z.output<typeof paidReceiptSchema>): bigint {
  return receipt.gasUsed * receipt.effectiveGasPrice + (receipt.l1Fee ?? 0n);
}

/** Error texts differ between nodes; these are the ones of geth, anvil and similar nodes. */
function toBroadcastAnswer(message: string): BroadcastResult {
  if (/already known|already imported|known transaction/i.test(message)) return { kind: 'known' };
  if (/nonce too low|nonce is too low|already been mined/i.test(message)) return { kind: 'nonce_used' };
  return { kind: 'refused', reason: message.slice(0, 200) };
}
