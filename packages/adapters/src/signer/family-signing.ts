/** What one family of networks brings to the signer: its wallet, its grammar of addresses, and how it builds a payment. */
import type {
  BitcoinNetwork,
  EvmNetwork,
  NetworkAsset,
  PaymentPlan,
  SignedPayment,
  SignerWallet,
  SignRefusal,
  TronNetwork,
} from '@salar/services';
import type { Result } from '@salar/protocol';
import type { SignedEntry } from './signing-log.ts';

/** What the signer is told of a network. */
export type SignerNetwork =
  | Pick<EvmNetwork, 'family' | 'chainId' | 'assets' | 'sweeps'>
  | Pick<BitcoinNetwork, 'family' | 'chainId' | 'assets' | 'kind'>
  | Pick<TronNetwork, 'family' | 'chainId' | 'assets' | 'feeLimit'>;

/** A ticket's payment after its marks, its amount and its destination were checked. */
export type Payment = {
  readonly chainId: number;
  readonly asset: NetworkAsset;
  readonly destination: string;
  /** Minor units the receiver gets. */
  readonly net: bigint;
  readonly plan: PaymentPlan;
};

/** A payment whose plan is sane, ready to be signed. */
export type PreparedPayment = {
  /**
   * What the network lets be used once, such as a nonce or an output, with what is known of it. Of two payments that
   * share one at most one can ever be mined. A plan that tells another fact of the same thing lies.
   */
  readonly claims: Readonly<Record<string, string>>;
  /** The same bytes for the same payment, however often it is asked. */
  sign(): Promise<SignedPayment>;
};

export interface FamilySigning {
  readonly wallet: SignerWallet;
  /** Minor units; networks do not pass less on. */
  readonly netMin: bigint;
  /** When a claim belongs to another ticket. */
  readonly takenRefusal: Extract<SignRefusal, 'nonce_taken' | 'inputs_taken'>;
  /** Canonical spelling on the right network, an address somebody may own, and not one of the house's own. */
  mayReceive(destination: string): boolean;
  /** True when of two payments, one signed before and one asked for now, at most one can ever be mined. */
  excludes(before: SignedEntry['claims'], claims: SignedEntry['claims'], now: number): boolean;
  prepare(
    payment: Payment,
  ): Result<PreparedPayment, Extract<SignRefusal, 'request_malformed' | 'fees_too_high' | 'inputs_invalid'>>;
}
