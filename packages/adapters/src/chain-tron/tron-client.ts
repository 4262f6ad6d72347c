/**
 * A `TronChain` over the HTTP interface of a full node.
 *
 * Blocks are read at the head of the chain and counted like those of every other network; the node's own finality is
 * only requested where a decision depends on it: whether an expired payment may be made again.
 */
import type { ProductId } from '@salar/protocol';
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import type { PaymentTrial, TriedPayment } from '@salar/services/ports/chain-client';
import type {
  BroadcastResult,
  ChainBlock,
  ChainReceipt,
  NetworkAsset,
  TronChain,
  TronNetwork,
  TronPermission,
  TronReference,
} from '@salar/services';
import type { z } from 'zod';
import { readAnswer } from '../node-answers/read-answer.ts';
import { readInfos, requestInfos } from './block-infos.ts';
import {
  accountSchema,
  amountSchema,
  anyRecordSchema,
  broadcastCodeSchema,
  broadcastSchema,
  constantResultSchema,
  executionSchema,
  genesisSchema,
  headerSchema,
  infoSchema,
  parametersSchema,
  permissionsSchema,
  transactionsSchema,
  triggerSchema,
} from './tron-answers.ts';
import { tronAddressHex } from './tron-addresses.ts';
import { TronHttp } from './tron-http.ts';
import { readTransaction } from './tron-transfers.ts';
import type { TronTransaction } from './tron-transfers.ts';

/** Bytes of a transfer of a token and of the coin, including signature, rounded up. */
const tokenTransferBytes = 400n;
const coinTransferBytes = 300n;
/** The cost in sun of a receiver that is new to the network. */
const newAccountCost = 1_100_000n;

/** The codes of a transfer that was executed, or refused because of its content; with others the node did not try it. */
const failedCodes: readonly string[] = ['SUCCESS', 'CONTRACT_VALIDATE_ERROR', 'CONTRACT_EXE_ERROR'];

/** Requests at the same time. */
const requestsAtOnce = 25;

type TronBlock = {
  readonly hash: string;
  readonly parentHash: string;
  readonly transactions: readonly TronTransaction[];
  /** Transactions whose result the node did not return. */
  readonly unread: readonly string[];
};
type ListedBlock = {
  readonly hash: string;
  readonly parentHash: string;
  readonly listed: z.output<typeof transactionsSchema>['transactions'];
};
type Head = { readonly height: number; readonly hash: string; readonly timestamp: number };

export class TronClient implements TronChain {
  readonly family = 'tron';
  readonly chainId: number;
  readonly #http: TronHttp;
  readonly #network: Pick<TronNetwork, 'chainId' | 'assets'>;

  constructor(options: {
    url: string;
    network: Pick<TronNetwork, 'chainId' | 'assets'>;
    apiKey?: string;
    timeoutMs?: number;
  }) {
    this.chainId = options.network.chainId;
    this.#http = new TronHttp(options);
    this.#network = options.network;
  }

  async check(): Promise<void> {
    await this.height();
    for (const { contract, decimals } of this.#network.assets) {
      if (contract === null) continue;
      const reported = await this.#view(contract, contract, 'decimals()', '');
      if (reported !== BigInt(decimals))
        throw new ChainUnavailable(`contract ${contract} has ${reported} decimals, not ${decimals}`);
    }
  }

  /** Requests the first block in the same step: its hash ends with the chain's id. */
  async height(): Promise<number> {
    const [genesis, head] = await Promise.all([
      this.#http.request('wallet/getblockbynum', { num: 0 }),
      this.#head('wallet'),
    ]);
    const id = Number.parseInt(readAnswer(genesisSchema, genesis).blockID.slice(-8), 16);
    if (id !== this.chainId) throw new ChainUnavailable(`the node is on chain ${id}, not ${this.chainId}`);
    return head.height;
  }

  async block(height: number): Promise<ChainBlock | null> {
    const read = await this.#readBlock(height);
    if (read === null) return null;
    const { hash, parentHash, transactions, unread } = read;
    return {
      height,
      hash,
      parentHash,
      transfers: transactions.flatMap(({ transfers }) => transfers),
      ...(unread.length > 0 && { untraced: unread }),
    };
  }

  async receipt(txId: string): Promise<ChainReceipt | null> {
    const answer = await this.#http.request('wallet/gettransactioninfobyid', { value: txId });
    if (isNothing(answer)) return null;
    const info = readAnswer(infoSchema, answer);
    const { blockNumber: height } = info;
    const block = await this.#listBlock(height);
    const transaction = block?.listed.find(({ txID }) => txID === txId);
    if (block === null || transaction === undefined)
      throw new ChainUnavailable('the node returned a block without the transaction');
    const { succeeded, transfers, networkFee, sender } = readTransaction(
      this.#network.assets,
      transaction,
      info,
    );
    return {
      succeeded,
      height,
      blockHash: block.hash,
      transfers,
      networkFee,
      ...(sender !== null && { sender }),
    };
  }

  async getBalance(productId: ProductId, address: string): Promise<bigint> {
    const { contract } = this.#asset(productId);
    if (contract === null) return this.coinBalance(address);
    return this.#view(address, contract, 'balanceOf(address)', tronAddressHex(address).padStart(64, '0'));
  }

  async getBalances(productId: ProductId, addresses: readonly string[]): Promise<readonly bigint[]> {
    const balances: bigint[] = [];
    for (let start = 0; start < addresses.length; start += requestsAtOnce) {
      const some = addresses.slice(start, start + requestsAtOnce);
      balances.push(...(await Promise.all(some.map((address) => this.getBalance(productId, address)))));
    }
    return balances;
  }

  async coinBalance(address: string): Promise<bigint> {
    return readAnswer(accountSchema, await this.#account(address)).balance;
  }

  async permissions(address: string): Promise<readonly TronPermission[]> {
    const account = readAnswer(permissionsSchema, await this.#account(address));
    const { owner_permission: owner, active_permission: active } = account;
    return owner === undefined ? active : [owner, ...active];
  }

  /** Refers to a final block: a reorganisation that removes the block would invalidate the transaction. */
  async reference(): Promise<TronReference> {
    const { hash, timestamp } = await this.#head('walletsolidity');
    return { refBlockBytes: hash.slice(12, 16), refBlockHash: hash.slice(16, 32), timestamp };
  }

  async transferCost(productId: ProductId, from: string, to: string): Promise<bigint> {
    const { contract } = this.#asset(productId);
    const prices = await this.#prices();
    if (contract === null) return coinTransferBytes * prices.bandwidth + newAccountCost;
    const parameter = tronAddressHex(to).padStart(64, '0') + '1'.padStart(64, '0');
    const answer = await this.#trigger(from, contract, 'transfer(address,uint256)', parameter);
    return answer.energy_used * prices.energy + tokenTransferBytes * prices.bandwidth;
  }

  async tryPayment({ productId, from, to, amount }: TriedPayment): Promise<PaymentTrial> {
    const { contract } = this.#asset(productId);
    if (contract === null) return { kind: 'pays' };
    const parameter = tronAddressHex(to).padStart(64, '0') + amount.toString(16).padStart(64, '0');
    const answer = await this.#request(from, contract, 'transfer(address,uint256)', parameter);
    const { code = 'SUCCESS', message } = readAnswer(executionSchema, answer).result;
    const text = readHexText(message);
    if (code === 'SUCCESS' && text === '') return { kind: 'pays' };
    const reason = `${code} ${text}`.trim().slice(0, 200);
    return { kind: failedCodes.includes(code) ? 'reverts' : 'unclear', reason };
  }

  async finalTime(): Promise<number> {
    return (await this.#head('walletsolidity')).timestamp;
  }

  async broadcast(raw: string): Promise<BroadcastResult> {
    const answer = await this.#http.request('wallet/broadcasthex', { transaction: raw });
    const { result, code: reported, message } = readAnswer(broadcastSchema, answer);
    if (result === true) return { kind: 'sent' };
    const code = readAnswer(broadcastCodeSchema, reported);
    if (code === 'DUP_TRANSACTION_ERROR') return { kind: 'known' };
    return { kind: 'refused', reason: `${code} ${readHexText(message)}`.trim().slice(0, 200) };
  }

  #account(address: string): Promise<unknown> {
    return this.#http.request('wallet/getaccount', { address: `41${tronAddressHex(address)}` });
  }

  async #head(view: 'wallet' | 'walletsolidity'): Promise<Head> {
    return readHeader(await this.#http.request(`${view}/getnowblock`));
  }

  /** Reads a block with the results of its transactions; both lists must contain the same ones. */
  async #readBlock(height: number): Promise<TronBlock | null> {
    const node = { http: this.#http, check: () => this.#head('wallet') };
    const [block, infosAnswer] = await Promise.all([this.#listBlock(height), requestInfos(node, height)]);
    if (block === null) return null;
    const { hash, parentHash, listed } = block;
    const txIds = listed.map(({ txID }) => txID);
    const { infos, unread } = await readInfos(node, infosAnswer, { height, txIds });
    if (infos.size + unread.size !== listed.length)
      throw new ChainUnavailable('the chain changed while a block was read');
    const readable = listed.filter(({ txID }) => !unread.has(txID));
    const transactions = readable.map((transaction) => {
      const info = infos.get(transaction.txID);
      if (info === undefined || info.blockNumber !== height)
        throw new ChainUnavailable('the chain changed while a block was read');
      return readTransaction(this.#network.assets, transaction, info);
    });
    return { hash, parentHash, transactions, unread: [...unread] };
  }

  /** Requests a block with its transactions, without their results. */
  async #listBlock(height: number): Promise<ListedBlock | null> {
    const answer = await this.#http.request('wallet/getblockbynum', { num: height });
    if (isNothing(answer)) return null;
    const { hash, parentHash, height: found } = readHeader(answer);
    if (found !== height) throw new ChainUnavailable('the node returned another block');
    return { hash, parentHash, listed: readAnswer(transactionsSchema, answer).transactions };
  }

  async #prices(): Promise<{ readonly energy: bigint; readonly bandwidth: bigint }> {
    const answer = await this.#http.request('wallet/getchainparameters');
    const { chainParameter: parameters } = readAnswer(parametersSchema, answer);
    const price = (key: string) => {
      const found = parameters.find((parameter) => parameter.key === key);
      if (found === undefined) throw new ChainUnavailable(`the node did not return ${key}`);
      return readAnswer(amountSchema, found.value);
    };
    return { energy: price('getEnergyFee'), bandwidth: price('getTransactionFee') };
  }

  /** Calls a view function that returns one unsigned number. */
  async #view(owner: string, contract: string, selector: string, parameter: string): Promise<bigint> {
    const answer = await this.#trigger(owner, contract, selector, parameter);
    const { data: result } = constantResultSchema.safeParse(answer.constant_result);
    if (result === undefined) throw new ChainUnavailable(`there is no token contract at ${contract}`);
    return result[0];
  }

  async #trigger(
    owner: string,
    contract: string,
    selector: string,
    parameter: string,
  ): Promise<z.output<typeof triggerSchema>> {
    return readAnswer(triggerSchema, await this.#request(owner, contract, selector, parameter));
  }

  /** Executes a function of a contract without sending a transaction. */
  #request(owner: string, contract: string, selector: string, parameter: string): Promise<unknown> {
    return this.#http.request('wallet/triggerconstantcontract', {
      owner_address: `41${tronAddressHex(owner)}`,
      contract_address: `41${tronAddressHex(contract)}`,
      function_selector: selector,
      parameter,
    });
  }

  #asset(productId: ProductId): NetworkAsset {
    const asset = this.#network.assets.find((candidate) => candidate.productId === productId);
    if (asset === undefined)
      throw new ChainUnavailable(`network ${this.chainId} has no product ${productId}`);
    return asset;
  }
}

/** A block's hash begins with its height; otherwise it is not a block of this network. */
function readHeader(block: unknown): Head & { readonly parentHash: string } {
  const { blockID: hash, block_header: header } = readAnswer(headerSchema, block);
  const { number: height, parentHash, timestamp } = header.raw_data;
  if (BigInt(`0x${hash.slice(0, 16)}`) !== BigInt(height))
    throw new ChainUnavailable('the hash of a block does not contain its height');
  return { height, hash, parentHash, timestamp };
}

/** Reads a message of the node, which is text in hex; empty where there is none. */
function readHexText(message: unknown): string {
  return typeof message === 'string' ? Buffer.from(message, 'hex').toString('utf8') : '';
}

/** True for the answer about something that does not exist. */
function isNothing(answer: unknown): boolean {
  return Object.keys(readAnswer(anyRecordSchema, answer)).length === 0;
}
