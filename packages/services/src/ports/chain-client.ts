/** What deposits and withdrawals need from one network. An adapter speaks to the node; nothing here trusts it. */
import type { ProductId } from '@salar/protocol';

/** Value moved to an address by one successful transaction, in the product's minor units. */
export type ChainTransfer = {
  readonly txId: string;
  /** `native`, or the place of the log inside its own receipt: it survives a reorg, a place in the block does not. */
  readonly position: string;
  readonly productId: ProductId;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
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
};

/** What a payment may cost in the network's coin, per unit of gas. */
export type ChainFees = { readonly feeMax: bigint; readonly feePriority: bigint };

/**
 * What a node said to signed bytes: `sent` and `known` mean it has them, `nonce_used` that a transaction with this nonce
 * is in a block already (ours or not: look the receipt up), `refused` that it will not take them now.
 */
export type BroadcastAnswer =
  { readonly kind: 'sent' | 'known' | 'nonce_used' } | { readonly kind: 'refused'; readonly reason: string };

/** Every call throws `ChainUnavailable` when the node is away, late, on another chain, or talks nonsense. */
export interface ChainClient {
  readonly chainId: number;
  /** Compares chain id, contracts and their decimals with the settings; call once before anything else. */
  check(): Promise<void>;
  height(): Promise<number>;
  /** The canonical block at a height with the transfers of known assets; null above the head. */
  block(height: number): Promise<ChainBlock | null>;
  receipt(txId: string): Promise<ChainReceipt | null>;
  /** Transactions of the address already in blocks, which is its next nonce. */
  nonceOf(address: string): Promise<number>;
  /** Minor units of the product. */
  balanceOf(productId: ProductId, address: string): Promise<bigint>;
  fees(): Promise<ChainFees>;
  broadcast(raw: string): Promise<BroadcastAnswer>;
}

export class ChainUnavailable extends Error {
  override readonly name = 'ChainUnavailable';
  readonly canRetry = true;
}

/** How one family of networks writes addresses, and how ours are derived from the extended public key. */
export interface AddressScheme {
  readonly family: string;
  /** The address at an index, in its canonical spelling. */
  derive(index: number): string;
  /** The canonical spelling, or null when the text is no address (a wrong checksum is no address). */
  parse(text: string): string | null;
  /** True for addresses nobody owns, such as zero. */
  isBurn(address: string): boolean;
}
