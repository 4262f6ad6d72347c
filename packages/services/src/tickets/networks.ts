/** Networks and providers as settings: which product moves where, at what fee, from what minimum. */
import type { Minor, ProductId } from '@salar/protocol';
import type { BankRail } from '@salar/protocol/bank-rails';
import type { Provider } from './ticket-types.ts';

export type NetworkAsset = {
  readonly productId: ProductId;
  /** Null is the network's own coin. */
  readonly contract: string | null;
  /** On this network; must equal the product's decimals in our books. */
  readonly decimals: number;
  /** EVM: the token keeps a part of every transfer, so what arrived is read from balances, a few calls each. */
  readonly feeOnTransfer?: boolean;
  /** Deposits from this many minor units on wait until the network's second source tells them, too. */
  readonly largeDeposit?: bigint;
  /** EVM: a deposit address that holds at least this much is emptied into the hot wallet. Never, where it is missing. */
  readonly sweepMin?: bigint;
};

type NetworkBase = {
  /**
   * Our number of a network: an EVM or TRON network's own chain id; the magic number of its messages for Bitcoin (main
   * 3652501241, testnet 118034699, regtest 3669344250). 0 stands for the banks.
   */
  readonly chainId: number;
  /** Folder and log name, such as `ethereum`. */
  readonly name: string;
  /** What the customer reads. */
  readonly displayName: string;
  readonly assets: readonly NetworkAsset[];
  /** Blocks after which a payment of ours is final. */
  readonly confirmations: number;
  /** A ticket whose transaction stays away this many blocks after a reorg has failed. */
  readonly reorgGraceBlocks: number;
  /** A payment not mined after this many blocks is signed again with higher fees, where the network allows it. */
  readonly stuckBlocks: number;
  /** The first block read on a network never seen before. */
  readonly startHeight: number;
  readonly pollMs: number;
};
export type EvmNetwork = NetworkBase & {
  readonly family: 'evm';
  /** How the node traces calls (`debug_traceBlockByNumber` or `trace_block`): coins sent inside contracts are seen only then. */
  readonly traces: 'debug' | 'trace' | 'none';
  /** Null: nothing is swept. */
  readonly sweeps: SweepSettings | null;
};
/** What emptying deposit addresses may cost, in minor units of the network's coin. The signer keeps to it, too. */
export type SweepSettings = {
  /** The gas wallet is filled up to `gasWalletMax` from the hot wallet when it holds less than this. */
  readonly gasWalletMin: bigint;
  readonly gasWalletMax: bigint;
  /** Gas given to one deposit address, or burnt by one sweep, at most. */
  readonly perMove: bigint;
  /** The same over any hour, all moves together. */
  readonly perHour: bigint;
};
export type BitcoinNetwork = NetworkBase & {
  readonly family: 'bitcoin';
  readonly kind: 'main' | 'testnet' | 'regtest';
};
export type TronNetwork = NetworkBase & {
  readonly family: 'tron';
  /** Sun a transfer may burn at most. */
  readonly feeLimit: bigint;
};
export type NetworkSettings = EvmNetwork | BitcoinNetwork | TronNetwork;

/** A provider that stands for a network. */
export type ChainProvider = Provider & { readonly kind: 'chain'; readonly chainId: number };

/** A provider that stands for a bank's rail, worked by an operator's hand. */
export type BankProvider = Provider & {
  readonly kind: 'bank';
  readonly rail: BankRail;
  /** The most that the rail moves at once, in minor units; any amount without it. */
  readonly withdrawMax?: Minor;
};
export type TicketProvider = ChainProvider | BankProvider;

/** `chainId` of a ticket that goes over no chain. */
export const bankChainId = 0;

export function toChainId(provider: TicketProvider): number {
  return provider.kind === 'chain' ? provider.chainId : bankChainId;
}

/** The product that is a network's own coin, null when it is none here. */
export function findCoin(network: NetworkSettings): ProductId | null {
  return network.assets.find((asset) => asset.contract === null)?.productId ?? null;
}

/** The default provider of each product comes first. */
export type ProviderTable = {
  readonly networks: readonly NetworkSettings[];
  readonly providers: readonly TicketProvider[];
};

export type PaymentCaps = {
  readonly chainId: number;
  readonly productId: ProductId;
  /** Minor units the signer pays in one transaction, at most. */
  readonly perTransaction: Minor;
  /** The same over any hour. */
  readonly perHour: Minor;
};
