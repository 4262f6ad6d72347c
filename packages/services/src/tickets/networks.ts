/** Networks and providers as settings: which product moves where, at what fee, from what minimum. */
import type { Minor, ProductId } from '@salar/protocol';
import type { Provider } from './ticket-types.ts';

export type NetworkAsset = {
  readonly productId: ProductId;
  /** Null is the network's own coin. */
  readonly contract: string | null;
  /** On this network; must equal the product's decimals in our books. */
  readonly decimals: number;
};

export type NetworkSettings = {
  readonly chainId: number;
  readonly family: 'evm';
  /** Folder and log name, such as `ethereum`. */
  readonly name: string;
  /** What the customer reads. */
  readonly displayName: string;
  readonly assets: readonly NetworkAsset[];
  /** Blocks after which a payment of ours is final. */
  readonly confirmations: number;
  /** A ticket whose transaction stays away this many blocks after a reorg has failed. */
  readonly reorgGraceBlocks: number;
  /** A payment not mined after this many blocks is signed again with higher fees. */
  readonly stuckBlocks: number;
  readonly pollMs: number;
};

/** A provider that stands for a network. */
export type ChainProvider = Provider & { readonly chainId: number };

/** The default provider of each product comes first. */
export type ProviderTable = {
  readonly networks: readonly NetworkSettings[];
  readonly providers: readonly ChainProvider[];
};

export type PaymentCaps = {
  readonly chainId: number;
  readonly productId: ProductId;
  /** Minor units the signer pays in one transaction, at most. */
  readonly perTransaction: Minor;
  /** The same over any hour. */
  readonly perHour: Minor;
};
