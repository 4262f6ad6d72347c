/** The interface of a family of networks for the offline program: reading, signing and combining payloads of refills. */
import type { HDKey } from '@scure/bip32';

export type Line = readonly [label: string, value: string];

/** An amount of a product or of a network's coin. */
export type ColdAmount = { readonly minor: bigint; readonly product: string; readonly decimals: number };

/** Everything that is shown about a refill. Each value is computed from what is signed, or is of the owner's own settings. */
export type RefillDetails = {
  readonly amount: ColdAmount;
  readonly sender: string;
  /** The kind of cold storage, such as `Safe, 3 of 5`. */
  readonly senderKind: string;
  readonly receiver: string;
  /** The fee that cold storage pays to the network. */
  readonly fee: ColdAmount;
  /** Explains the fee, such as who pays it instead. */
  readonly feeNote: string;
  readonly signatures: {
    /** Names of the owners whose signatures the file has; each was verified. */
    readonly signers: readonly string[];
    readonly required: number;
  };
  /** More that the family shows, such as a nonce. */
  readonly more: readonly Line[];
};

/** One network's cold storage. Payloads are of the family's own form and are never trusted: each call parses them again. */
export interface ColdFamily {
  /** Derives everything that is shown from what is signed, and verifies its signatures. @throws RefillInvalid */
  read(payload: unknown): Promise<RefillDetails>;
  /**
   * Returns the payload with one more signature.
   * @throws RefillInvalid when the key is not an owner's, or has signed
   */
  sign(payload: unknown, root: HDKey): Promise<unknown>;
  /** Returns a payload with the signatures of both. @throws RefillInvalid when they do not pay the same */
  combine(first: unknown, second: unknown): Promise<unknown>;
}
