/**
 * A `TronChain` over the HTTP interface of a full node.
 *
 * Blocks are read at the head of the chain and counted like those of every other network; the node's own finality is
 * only requested where a decision depends on it: whether an expired payment may be made again.
 */
import type { ProductId } from '@salar/protocol';
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import type {
  BroadcastResult,
  ChainBlock,
  ChainReceipt,
  NetworkAsset,
  TronChain,
  TronNetwork,
  TronReference,
} from '@salar/services';
import { isRecord, readAmount, readCount, readHash, readList, readRecord, unusable } from './tron-answers.ts';
import type { TronRecord } from './tron-answers.ts';
import { tronAddressHex } from './tron-addresses.ts';
import { TronHttp } from './tron-http.ts';
import { readTransaction } from './tron-transfers.ts';
import type { TronTransaction } from './tron-transfers.ts';

/** Bytes of a transfer of a token and of the coin, including signature, rounded up. */
const tokenTransferBytes = 400n;
const coinTransferBytes = 300n;
/** The cost in sun of a receiver that is new to the network. */
const newAccountCost = 1_100_000n;

type Head = { readonly height: number; readonly hash: string; readonly timestamp: number };

export class TronClient implements TronChain {
  readonly family = 'tron';
  readonly chainId: number;
  readonly #http: TronHttp;
  readonly #network: TronNetwork;

  constructor(options: { url: string; network: TronNetwork; apiKey?: string; timeoutMs?: number }) {
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
    const id = Number.parseInt(readHash(readRecord(genesis)['blockID']).slice(-8), 16);
    if (id !== this.chainId) throw new ChainUnavailable(`the node is on chain ${id}, not ${this.chainId}`);
    return head.height;
  }

  async block(height: number): Promise<ChainBlock | null> {
    const read = await this.#readBlock(height);
    if (read === null) return null;
    const { hash, parentHash, transactions } = read;
    return { height, hash, parentHash, transfers: transactions.flatMap(({ transfers }) => transfers) };
  }

  async receipt(txId: string): Promise<ChainReceipt | null> {
    const info = readRecord(await this.#http.request('wallet/gettransactioninfobyid', { value: txId }));
    if (Object.keys(info).length === 0) return null;
    const height = readCount(info['blockNumber']);
    const block = await this.#readBlock(height);
    const found = block?.transactions.find((transaction) => transaction.txId === txId);
    if (block === null || found === undefined)
      throw new ChainUnavailable('the node returned a block without the transaction');
    const { succeeded, transfers, networkFee } = found;
    return { succeeded, height, blockHash: block.hash, transfers, networkFee };
  }

  async getBalance(productId: ProductId, address: string, height?: number): Promise<bigint> {
    const { contract } = this.#asset(productId);
    const balance =
      contract === null
        ? await this.coinBalance(address)
        : await this.#view(
            address,
            contract,
            'balanceOf(address)',
            tronAddressHex(address).padStart(64, '0'),
          );
    if (height !== undefined && (await this.#head('wallet')).height !== height)
      throw new ChainUnavailable(`block ${height} is no longer the newest`);
    return balance;
  }

  async coinBalance(address: string): Promise<bigint> {
    const account = await this.#http.request('wallet/getaccount', {
      address: `41${tronAddressHex(address)}`,
    });
    return readAmount(readRecord(account)['balance']);
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
    return readAmount(answer['energy_used']) * prices.energy + tokenTransferBytes * prices.bandwidth;
  }

  async finalTime(): Promise<number> {
    return (await this.#head('walletsolidity')).timestamp;
  }

  async broadcast(raw: string): Promise<BroadcastResult> {
    const answer = readRecord(await this.#http.request('wallet/broadcasthex', { transaction: raw }));
    if (answer['result'] === true) return { kind: 'sent' };
    const { code, message } = answer;
    if (typeof code !== 'string') throw unusable('answer to a transaction', answer);
    if (code === 'DUP_TRANSACTION_ERROR') return { kind: 'known' };
    const reason = typeof message === 'string' ? Buffer.from(message, 'hex').toString('utf8') : '';
    return { kind: 'refused', reason: `${code} ${reason}`.trim().slice(0, 200) };
  }

  async #head(view: 'wallet' | 'walletsolidity'): Promise<Head> {
    return readHeader(readRecord(await this.#http.request(`${view}/getnowblock`)));
  }

  /** Reads a block with the results of its transactions; both lists must contain the same ones. */
  async #readBlock(
    height: number,
  ): Promise<{ hash: string; parentHash: string; transactions: readonly TronTransaction[] } | null> {
    const [answer, infos] = await Promise.all([
      this.#http.request('wallet/getblockbynum', { num: height }),
      this.#http.request('wallet/gettransactioninfobyblocknum', { num: height }),
    ]);
    const block = readRecord(answer);
    if (Object.keys(block).length === 0) return null;
    const { hash, parentHash, height: told } = readHeader(block);
    if (told !== height) throw new ChainUnavailable('the node returned another block');
    const listed = readList(block['transactions']);
    const byId = new Map(readList(infos).map((info) => [readHash(info['id']), info]));
    if (byId.size !== listed.length) throw new ChainUnavailable('the chain changed while a block was read');
    const transactions = listed.map((transaction) => {
      const info = byId.get(readHash(transaction['txID']));
      if (info === undefined || readCount(info['blockNumber']) !== height)
        throw new ChainUnavailable('the chain changed while a block was read');
      return readTransaction(this.#network.assets, transaction, info);
    });
    return { hash, parentHash, transactions };
  }

  async #prices(): Promise<{ readonly energy: bigint; readonly bandwidth: bigint }> {
    const answer = readRecord(await this.#http.request('wallet/getchainparameters'));
    const parameters = readList(answer['chainParameter']);
    const price = (key: string) => {
      const found = parameters.find((parameter) => parameter['key'] === key);
      if (found === undefined) throw new ChainUnavailable(`the node did not return ${key}`);
      return readAmount(found['value']);
    };
    return { energy: price('getEnergyFee'), bandwidth: price('getTransactionFee') };
  }

  /** Calls a view function that returns one unsigned number. */
  async #view(owner: string, contract: string, selector: string, parameter: string): Promise<bigint> {
    const answer = await this.#trigger(owner, contract, selector, parameter);
    const [word] = Array.isArray(answer['constant_result']) ? (answer['constant_result'] as unknown[]) : [];
    if (typeof word !== 'string' || !/^[0-9a-f]{64}$/.test(word))
      throw new ChainUnavailable(`there is no token contract at ${contract}`);
    return BigInt(`0x${word}`);
  }

  async #trigger(owner: string, contract: string, selector: string, parameter: string): Promise<TronRecord> {
    const answer = await this.#http.request('wallet/triggerconstantcontract', {
      owner_address: `41${tronAddressHex(owner)}`,
      contract_address: `41${tronAddressHex(contract)}`,
      function_selector: selector,
      parameter,
    });
    return readRecord(answer);
  }

  #asset(productId: ProductId): NetworkAsset {
    const asset = this.#network.assets.find((candidate) => candidate.productId === productId);
    if (asset === undefined)
      throw new ChainUnavailable(`network ${this.chainId} has no product ${productId}`);
    return asset;
  }
}

/** A block's hash begins with its height; otherwise it is not a block of this network. */
function readHeader(block: TronRecord): Head & { readonly parentHash: string } {
  const hash = readHash(block['blockID']);
  const header = readRecord(block['block_header']);
  const raw = isRecord(header['raw_data']) ? header['raw_data'] : {};
  const height = readCount(raw['number']);
  if (BigInt(`0x${hash.slice(0, 16)}`) !== BigInt(height))
    throw new ChainUnavailable('the hash of a block does not contain its height');
  return { height, hash, parentHash: readHash(raw['parentHash']), timestamp: readCount(raw['timestamp']) };
}
