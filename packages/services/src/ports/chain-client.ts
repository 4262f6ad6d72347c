/** What deposits and withdrawals need from one network. An adapter speaks to the node; nothing here trusts it. */
import type { ProductId } from '@salar/protocol';

export type ChainFamily = 'evm' | 'bitcoin' | 'tron';

/** Value moved to an address by one successful transaction, in the product's minor units. */
export type ChainTransfer = {
  readonly txId: string;
  /**
   * Where in its own transaction: it survives a reorg, a place in the block does not. EVM: `native`, the log's place in the
   * receipt, or `internal-<path>` inside a contract. Bitcoin: the output. TRON: the log.
   */
  readonly position: string;
  readonly productId: ProductId;
  /** Empty where the chain does not say, as Bitcoin. */
  readonly from: string;
  readonly to: string;
  /** What arrived. */
  readonly amount: bigint;
  /** What left the sender, where the token keeps a part for itself. */
  readonly sent?: bigint;
  /** Where the chain itself keeps it back for more blocks than a provider asks: a Bitcoin miner's reward. */
  readonly confirmationsMin?: number;
};

export type ChainBlock = {
  readonly height: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly transfers: readonly ChainTransfer[];
};

export type ChainReceipt = {
  readonly succeeded: boolean;
  readonly height: number;
  readonly blockHash: string;
  readonly transfers: readonly ChainTransfer[];
  /** What its sender paid to the network, in minor units of the network's coin; 0n where the chain does not say. */
  readonly networkFee: bigint;
};

/**
 * What a node said to signed bytes: `sent` and `known` mean it has them, `nonce_used` that a transaction with this nonce
 * is in a block already (ours or not: look the receipt up), `refused` that it will not take them now.
 */
export type BroadcastResult =
  { readonly kind: 'sent' | 'known' | 'nonce_used' } | { readonly kind: 'refused'; readonly reason: string };

/** What every network can be asked. Each call throws `ChainUnavailable` when the node is away, late, on another chain, or talks nonsense. */
export interface ChainReader {
  readonly chainId: number;
  /** Compares the chain itself, its contracts and their decimals with the settings; call once before anything else. */
  check(): Promise<void>;
  height(): Promise<number>;
  /** The canonical block at a height with the transfers of known assets; null above the head. */
  block(height: number): Promise<ChainBlock | null>;
  /** Null while the transaction is in no block. */
  receipt(txId: string): Promise<ChainReceipt | null>;
  broadcast(raw: string): Promise<BroadcastResult>;
}

/** What a payment may cost in the network's coin, per unit of gas. */
export type ChainFees = { readonly feeMax: bigint; readonly feePriority: bigint };

export interface EvmChain extends ChainReader {
  readonly family: 'evm';
  /** Transactions of the address already in blocks, which is its next nonce. */
  getNonce(address: string): Promise<number>;
  /** Minor units of the product; of the newest block, or of the block at `height`. */
  getBalance(productId: ProductId, address: string, height?: number): Promise<bigint>;
  /** The network's own coin, whether or not it is a product here. */
  coinBalance(address: string, height?: number): Promise<bigint>;
  fees(): Promise<ChainFees>;
}

/** One output of a Bitcoin transaction. */
export type Outpoint = { readonly txId: string; readonly vout: number };

export interface BitcoinChain extends ChainReader {
  readonly family: 'bitcoin';
  /** Satoshi per virtual byte for a transaction that shall be mined within `blocks`; never below the floor of the node's pool. */
  feeRate(blocks: number): Promise<bigint>;
  /** True while no transaction in a block has spent it. */
  isUnspent(outpoint: Outpoint): Promise<boolean>;
}

/** The newest block, as a TRON transaction refers to it. */
export type TronReference = {
  /** 2 bytes, hex. */
  readonly refBlockBytes: string;
  /** 8 bytes, hex. */
  readonly refBlockHash: string;
  /** Of the block, milliseconds. */
  readonly timestamp: number;
};

export interface TronChain extends ChainReader {
  readonly family: 'tron';
  /** Of the newest final block; `ChainUnavailable` when `height` is asked for and another block is the newest. */
  getBalance(productId: ProductId, address: string, height?: number): Promise<bigint>;
  /** Sun. */
  coinBalance(address: string): Promise<bigint>;
  reference(): Promise<TronReference>;
  /** Sun that a transfer of the product to the address may burn at most, at today's prices. */
  transferCost(productId: ProductId, from: string, to: string): Promise<bigint>;
  /** Time of the newest final block: a transaction that expired before it and is in no block can never be mined. */
  finalTime(): Promise<number>;
}

export class ChainUnavailable extends Error {
  override readonly name = 'ChainUnavailable';
  readonly canRetry = true;
}

/** How one family of networks writes addresses, and how ours are derived from the extended public key. */
export interface AddressScheme {
  readonly family: ChainFamily;
  /** The address at an index, in its canonical spelling. */
  derive(index: number): string;
  /** The canonical spelling, or null when the text is no address (a wrong checksum is no address). */
  parse(text: string): string | null;
  /** True for addresses nobody owns, such as zero. */
  isBurn(address: string): boolean;
}
