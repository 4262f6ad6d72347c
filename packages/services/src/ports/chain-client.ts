/** The port of one network for deposits and withdrawals. An adapter talks to the node; nothing here trusts it. */
import type { ProductId } from '@salar/protocol';

export type ChainFamily = 'evm' | 'bitcoin' | 'tron';

/** A transfer to an address by one successful transaction, in the product's minor units. */
export type ChainTransfer = {
  readonly txId: string;
  /**
   * Position within the transaction: it survives a reorg, a position in the block does not. EVM: `native`, the log's index in
   * the receipt, or `internal-<path>` inside a contract. Bitcoin: the output. TRON: the log.
   */
  readonly position: string;
  readonly productId: ProductId;
  /** Empty where the chain has no sender, such as Bitcoin. */
  readonly from: string;
  readonly to: string;
  /** The received amount. */
  readonly amount: bigint;
  /** The amount that left the sender, where the token keeps a part. */
  readonly sent?: bigint;
  /** Set where the chain itself requires more confirmations than a provider: a Bitcoin miner's reward. */
  readonly confirmationsMin?: number;
};

/** The positions of transfers inside contracts begin with it; only a trace of the transaction shows them. */
const insidePrefix = 'internal-';

/** Builds the position of a transfer inside a contract. @param path  of the call in the tree of calls */
export function buildInsidePosition(path: readonly number[]): string {
  return `${insidePrefix}${path.join('-')}`;
}

/** Returns true for a transfer that only a trace of the transaction shows. */
export function isInsideContract({ position }: Pick<ChainTransfer, 'position'>): boolean {
  return position.startsWith(insidePrefix);
}

export type ChainBlock = {
  readonly height: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly transfers: readonly ChainTransfer[];
  /** Bitcoin: every output that the block's transactions spend. */
  readonly spends?: readonly Spend[];
  /**
   * EVM and TRON: the transactions of which the node did not return everything. Transfers inside contracts are missing where it was the
   * trace, all transfers where it was the receipt.
   */
  readonly untraced?: readonly string[];
};

export type ChainReceipt = {
  readonly succeeded: boolean;
  readonly height: number;
  readonly blockHash: string;
  readonly transfers: readonly ChainTransfer[];
  /** The fee that the sender paid, in minor units of the network's coin; 0n where the chain does not report it. */
  readonly networkFee: bigint;
  /** The address that signed the transaction and paid its fee; missing where the chain has no sender, such as Bitcoin. */
  readonly sender?: string;
  /** Bitcoin: the outputs that the transaction spends. */
  readonly spends?: readonly Outpoint[];
  /** Why the node returned no trace of the transaction: transfers inside contracts are missing. Not set when it did. */
  readonly untraced?: string;
};

export type ReceiptQuery = {
  /** True when no transfer inside a contract is needed: then no trace is requested. */
  readonly isUntraced?: boolean;
};

/**
 * The node's answer to signed bytes: `sent` and `known` mean it has them, `nonce_used` that a transaction with this nonce is
 * in a block already (ours or not: look the receipt up), `refused` that it does not accept them now.
 */
export type BroadcastResult =
  { readonly kind: 'sent' | 'known' | 'nonce_used' } | { readonly kind: 'refused'; readonly reason: string };

/** Reads from any network. Each call throws `ChainUnavailable` when the node is unavailable, late, on another chain, or malformed. */
export interface ChainReader {
  readonly chainId: number;
  /** Compares the chain, its contracts and their decimals with the settings; call it once before anything else. */
  check(): Promise<void>;
  height(): Promise<number>;
  /** Returns the canonical block at a height with the transfers of known assets; null above the head. */
  block(height: number): Promise<ChainBlock | null>;
  /** Returns null while the transaction is in no block. */
  receipt(txId: string, query?: ReceiptQuery): Promise<ChainReceipt | null>;
  broadcast(raw: string): Promise<BroadcastResult>;
}

/** Fee limits of a payment in the network's coin, per unit of gas. */
export type ChainFees = { readonly feeMax: bigint; readonly feePriority: bigint };

export type TriedPayment = {
  readonly productId: ProductId;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
};
/**
 * Says what a node found when it executed a payment without sending it. `reverts`: the network would refuse the payment and keep
 * its fee. `unclear`: the node did not execute it.
 */
export type PaymentTrial =
  { readonly kind: 'pays' } | { readonly kind: 'reverts' | 'unclear'; readonly reason: string };

export interface EvmChain extends ChainReader {
  readonly family: 'evm';
  /** Counts the address's transactions in blocks, which is its next nonce. */
  getNonce(address: string): Promise<number>;
  /** Returns minor units of the product, at the newest block or at `height`. */
  getBalance(productId: ProductId, address: string, height?: number): Promise<bigint>;
  /** Returns the balances of many addresses at a block, in one request. */
  getBalances(productId: ProductId, addresses: readonly string[], height: number): Promise<readonly bigint[]>;
  /** Returns the balance in the network's own coin, whether or not it is a product here. */
  coinBalance(address: string, height?: number): Promise<bigint>;
  fees(): Promise<ChainFees>;
  /** Executes a payment at the newest block, with the gas of a signed one, without sending it. */
  tryPayment(payment: TriedPayment): Promise<PaymentTrial>;
  /** Calls a view function of a contract at the newest block. Arguments and answer are encoded, in hex. */
  call(contract: string, data: string): Promise<string>;
}

/** One output of a Bitcoin transaction. */
export type Outpoint = { readonly txId: string; readonly vout: number };
/** An output, and the transaction that spends it. */
type Spend = Outpoint & { readonly by: string };

export interface BitcoinChain extends ChainReader {
  readonly family: 'bitcoin';
  /** Estimates satoshi per virtual byte for mining within `blocks`; never below the minimum of the node's mempool. */
  feeRate(blocks: number): Promise<bigint>;
  /** Returns true while no transaction in a block has spent the output; false also when it has another amount than given. */
  isUnspent(output: Outpoint & { readonly amount?: bigint }): Promise<boolean>;
  /** Returns the bytes of a transaction in hex; null when the node does not have it. */
  rawTransaction(txId: string): Promise<string | null>;
}

/** The newest block, as a TRON transaction refers to it. */
export type TronReference = {
  /** 2 bytes, hex. */
  readonly refBlockBytes: string;
  /** 8 bytes, hex. */
  readonly refBlockHash: string;
  /** Time of the block, milliseconds. */
  readonly timestamp: number;
};

/** Keys that can act for an account, once the weights of those that sign reach the threshold. */
export type TronPermission = {
  /** 0 is the permission of the owner, which can change all of them. */
  readonly id: number;
  readonly threshold: number;
  readonly keys: readonly { readonly address: string; readonly weight: number }[];
};

export interface TronChain extends ChainReader {
  readonly family: 'tron';
  /** Reads at the newest block: nodes have no older balances. */
  getBalance(productId: ProductId, address: string): Promise<bigint>;
  /** Reads many balances, each at the block that is the newest then. */
  getBalances(productId: ProductId, addresses: readonly string[]): Promise<readonly bigint[]>;
  /** Returns sun. */
  coinBalance(address: string): Promise<bigint>;
  reference(): Promise<TronReference>;
  /** Estimates the most sun that a transfer of the product to the address may burn, at today's prices. */
  transferCost(productId: ProductId, from: string, to: string): Promise<bigint>;
  /** Executes a payment at the newest block without sending it. Payments of the coin execute nothing. */
  tryPayment(payment: TriedPayment): Promise<PaymentTrial>;
  /** Lists the permissions of an account at the newest block. */
  permissions(address: string): Promise<readonly TronPermission[]>;
  /** Returns the time of the newest final block: a transaction that expired before it and is in no block can never be mined. */
  finalTime(): Promise<number>;
}

export class ChainUnavailable extends Error {
  override readonly name = 'ChainUnavailable';
  readonly canRetry = true;
}

/** The address format of one family of networks, and the derivation of our addresses from the extended public key. */
export interface AddressScheme {
  readonly family: ChainFamily;
  /** The lowest index of the branch that new addresses are derived from. */
  readonly firstIndex: number;
  /** Derives the address at an index, in canonical form. @throws when there is no such branch */
  derive(index: number): string;
  /** Parses to canonical form; null when the text is not an address (also for a wrong checksum). */
  parse(text: string): string | null;
  /** Returns true for addresses without an owner, such as zero. */
  isBurn(address: string): boolean;
}
