/** The port of one network's cold storage, for the exchange: it has no key, only files that the owners sign offline. */
import type { Result } from '@salar/protocol';
import type { NetworkAsset } from '../tickets/networks.ts';

export type NewRefill = {
  readonly asset: Pick<NetworkAsset, 'contract' | 'decimals'>;
  /** The product's symbol. */
  readonly product: string;
  /** Minor units. */
  readonly amount: bigint;
};

/** Each call throws `ChainUnavailable` when the network's node is unavailable, or cold storage is not what the settings name. */
export interface ColdStorage {
  readonly address: string;
  /** Writes the file of a payment to the hot wallet, for the owners to sign. The refusal is a sentence. */
  prepare(refill: NewRefill): Promise<Result<string, string>>;
  /**
   * Checks that a signed file has the payment of the prepared one, and enough signatures of owners.
   *
   * @returns what the network needs to make the payment, in the family's own form; the refusal is a sentence
   */
  authorise(prepared: string, signed: string): Promise<Result<string, string>>;
  /** Returns false once the payment of a prepared file can no longer be made, because it was made or another one took its place. */
  isOpen(prepared: string): Promise<boolean>;
}
