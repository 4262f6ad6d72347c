/** Networks and providers as settings: products, networks, fees and minimums. */
import type { Minor, ProductId } from '@salar/protocol';
import type { BankRail } from '@salar/protocol/bank-rails';
import type { Provider } from './ticket-types.ts';

export type NetworkAsset = {
  readonly productId: ProductId;
  /** Null for the network's own coin. */
  readonly contract: string | null;
  /** The decimals on this network; must equal the product's decimals in our ledger. */
  readonly decimals: number;
  /** EVM: the token keeps a part of every transfer, so received amounts are read from balances, with a few calls each. */
  readonly feeOnTransfer?: boolean;
  /** Deposits of at least this many minor units are never credited without the second node. */
  readonly largeDeposit?: bigint;
  /** EVM and TRON: a deposit address with at least this amount is swept into the hot wallet. Never swept without it. */
  readonly sweepMin?: bigint;
  /** This much of the house's money in the hot wallet is moved to the house wallet, and this much that is missing back. Never without it. */
  readonly houseMin?: bigint;
  /** This much of the house's money stays in the hot wallet, for withdrawals while customers' money is elsewhere. */
  readonly houseFloat?: bigint;
};

/** Caps of fees, counted as if every payment burnt the most that it allows. */
type FeeCaps = {
  /** Within any hour, and within any 24 hours. */
  readonly perHour: bigint;
  readonly perDay: bigint;
};

type NetworkBase = {
  /**
   * The id of a network: an EVM or TRON network's own chain id; the magic number of its messages for Bitcoin (main 3652501241,
   * testnet 118034699, regtest 3669344250). 0 is used for banks.
   */
  readonly chainId: number;
  /** The name in folders and logs, such as `ethereum`. */
  readonly name: string;
  /** The name that customers see. */
  readonly displayName: string;
  readonly assets: readonly NetworkAsset[];
  /** Blocks after which our own payment is final. */
  readonly confirmations: number;
  /** A ticket fails when its transaction is missing for this many blocks after a reorg. */
  readonly reorgGraceBlocks: number;
  /** A payment not mined after this many blocks is signed again with higher fees, where the network allows it. */
  readonly stuckBlocks: number;
  /** The most that payments may burn in fees, in minor units of the network's coin. The signer enforces it. */
  readonly paymentFees: FeeCaps;
  /** The first block that is read on a new network. */
  readonly startHeight: number;
  readonly pollMs: number;
  /** Branches of deposit addresses whose private keys others may have: swept at once, and credited once they were. None by default. */
  readonly compromisedBranches?: readonly number[] | undefined;
};
/** A network whose deposit addresses are swept into the hot wallet. */
type SweptNetwork = NetworkBase & {
  /** Null when nothing is swept. */
  readonly sweeps: SweepSettings | null;
  /** Receives what the hot wallets hold above their share; its keys are offline. Nothing is sent there without it. */
  readonly coldAddress?: string | undefined;
};
export type EvmNetwork = SweptNetwork & {
  readonly family: 'evm';
  /** How the node traces calls (`debug_traceBlockByNumber` or `trace_block`), required to see coins sent inside contracts. */
  readonly traces: 'debug' | 'trace' | 'none';
};
/** Cost limits of sweeps, in minor units of the network's coin. The signer enforces them, too. */
export type SweepSettings = {
  /** Below this the gas wallet is refilled to `gasWalletMax` from the hot wallet. */
  readonly gasWalletMin: bigint;
  readonly gasWalletMax: bigint;
  /** The most gas given to one deposit address, or burnt by one sweep. */
  readonly perMove: bigint;
  /** The most gas within any hour, for all moves together. */
  readonly perHour: bigint;
};
export type BitcoinNetwork = NetworkBase & {
  readonly family: 'bitcoin';
  readonly kind: 'main' | 'testnet' | 'regtest';
  /** A block of less difficulty is refused, so that inventing blocks costs at least this work for each. Without it, any block is accepted. */
  readonly difficultyMin?: bigint | undefined;
  /** Receives what the hot wallet holds above its share; its keys are offline. Nothing is sent there without it. */
  readonly cold?: BitcoinCold | undefined;
};
export type BitcoinCold = {
  /** The output descriptor of its addresses. */
  readonly descriptor: string;
  /** The addresses that are watched, by index; moves go to the first. */
  readonly addresses: readonly string[];
};
export type TronNetwork = SweptNetwork & {
  readonly family: 'tron';
  /** The most sun that a transfer of a token may burn. */
  readonly feeLimit: bigint;
};
export type NetworkSettings = EvmNetwork | BitcoinNetwork | TronNetwork;

/** A provider on a network. */
export type ChainProvider = Provider & { readonly kind: 'chain'; readonly chainId: number };

/** A provider on a bank rail, operated by hand. */
export type BankProvider = Provider & {
  readonly kind: 'bank';
  readonly rail: BankRail;
  /** The most that the rail transfers at once, in minor units; no limit without it. */
  readonly withdrawMax?: Minor;
};
export type TicketProvider = ChainProvider | BankProvider;

/** The `chainId` of tickets without a chain. */
export const bankChainId = 0;

export function toChainId(provider: TicketProvider): number {
  return provider.kind === 'chain' ? provider.chainId : bankChainId;
}

/** Finds the product that is a network's own coin; null when the coin is not a product here. */
export function findCoin(network: Pick<NetworkSettings, 'assets'>): ProductId | null {
  return network.assets.find((asset) => asset.contract === null)?.productId ?? null;
}

/** Providers, the default of each product first. */
export type ProviderTable = {
  readonly networks: readonly NetworkSettings[];
  readonly providers: readonly TicketProvider[];
};

export type PaymentCaps = {
  readonly chainId: number;
  readonly productId: ProductId;
  /** The most minor units that the signer pays in one transaction. */
  readonly perTransaction: Minor;
  /** The most minor units that the signer pays within any hour, and within any 24 hours. */
  readonly perHour: Minor;
  readonly perDay: Minor;
  /** The most that one customer receives within any 24 hours; missing in policies of earlier versions: no such cap. */
  readonly perCustomerDay?: Minor | undefined;
  /** The cap of payments to new receivers; missing in policies of earlier versions: no such cap. */
  readonly newReceivers?: NewReceiversCap | undefined;
  /** The caps of payments that people approve; missing: the product has no such payments. */
  readonly approved?: ApprovedCaps | undefined;
  /** The caps of withdrawals that customers sign with a passkey; missing: such a signature has no effect. */
  readonly passkey?: PasskeyCaps | undefined;
};

/** Payments to receivers that are new to the signer, counted together: an attacker's address is one of them. */
type NewReceiversCap = {
  /** A receiver is new until this long after the signer's first payment to it on this network. */
  readonly hours: number;
  /** Minor units, within any 24 hours, to all new receivers together. */
  readonly perDay: Minor;
};

/** Caps of approved payments, which do not count against the automatic ones. */
export type ApprovedCaps = {
  /** The product's symbol in the text that is signed. */
  readonly symbol: string;
  readonly perTransaction: Minor;
  /** Within any 24 hours. */
  readonly perDay: Minor;
};

/** Caps of withdrawals signed with a passkey, which do not count against the automatic ones. */
export type PasskeyCaps = {
  /** The product's symbol in the text that is signed. */
  readonly symbol: string;
  readonly perTransaction: Minor;
  readonly perHour: Minor;
  readonly perDay: Minor;
  /** For one customer within any 24 hours. */
  readonly perCustomerDay: Minor;
};
