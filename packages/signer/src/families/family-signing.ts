/** The interface of a family of networks for the signer: its wallet, its address format, and how it builds a payment. */
import type { NetworkAsset, PaymentPlan, SignedPayment, SignerWallet, SignRefusal } from '@salar/services';
import type { Result } from '@salar/protocol';
import type { SignedEntry } from '../payments/signing-log.ts';

/** A ticket's payment after its MACs, its amount and its destination were checked. */
export type Payment = {
  readonly chainId: number;
  readonly asset: NetworkAsset;
  readonly destination: string;
  /** Minor units the receiver gets. */
  readonly net: bigint;
  readonly plan: PaymentPlan;
  /** The owner of the outputs of a Bitcoin network that are spent: a wallet, which gets the change, or deposit addresses; without it the hot wallet. */
  readonly sender?: 'house' | 'former-house' | 'deposit' | undefined;
  /** Milliseconds, by the signer's clock. */
  readonly now: number;
};

/** A payment whose plan is valid, ready to be signed. */
type PreparedPayment = {
  /**
   * The things that the network lets be used once, such as a nonce or an output, with its properties. Of two payments that share
   * one, at most one can ever be mined. A plan that states other properties of the same thing is false.
   */
  readonly claims: Readonly<Record<string, string>>;
  /** The most that it can burn, in minor units of the network's coin. */
  readonly burnt: bigint;
  /** Returns the same bytes for the same payment, however often it is called. */
  sign(): Promise<SignedPayment>;
};

export interface FamilySigning {
  readonly wallet: SignerWallet;
  /** Minor units; the network relays no smaller amounts. */
  readonly netMin: bigint;
  /** The refusal when a claim belongs to another ticket. */
  readonly takenRefusal: Extract<SignRefusal, 'nonce_taken' | 'inputs_taken'>;
  /**
   * Checks for the canonical spelling on the right network, an address that can have an owner, and that it is not one
   * of the house.
   */
  mayReceive(destination: string): boolean;
  /** Returns true when of two payments, one signed before and one requested now, at most one can ever be mined. */
  excludes(before: SignedEntry['claims'], claims: SignedEntry['claims'], now: number): boolean;
  prepare(
    payment: Payment,
  ): Result<PreparedPayment, Extract<SignRefusal, 'request_malformed' | 'fees_too_high' | 'inputs_invalid'>>;
}
