/** The process that holds the keys. It checks every ticket by itself and signs exactly that ticket's payment. */
import type { Result } from '@salar/protocol';
import type { TicketFacts } from '../withdrawals/ticket-facts.ts';

/** In the order in which the signer checks them. */
export type SignRefusal =
  | 'request_malformed'
  | 'mac_invalid'
  | 'approval_invalid'
  | 'network_unknown'
  | 'asset_unknown'
  | 'amount_invalid'
  | 'destination_refused'
  | 'fees_too_high'
  | 'ticket_already_signed'
  | 'nonce_taken'
  | 'transaction_cap_exceeded'
  | 'hourly_cap_exceeded';

export type SignRequest = {
  readonly ticket: TicketFacts;
  /** Hex; proves that services wrote these facts when the ticket was created. */
  readonly mac: string;
  /** Hex; proves that the ticket passed confirmation and acceptance. */
  readonly approval: string;
  readonly nonce: number;
  readonly feeMax: bigint;
  readonly feePriority: bigint;
};

export type SignedPayment = { readonly raw: string; readonly hash: string };

export interface Signer {
  /** The account-level extended public key deposit addresses come from, and the hot wallet's address. */
  identity(): Promise<{ readonly xpub: string; readonly hotAddress: string }>;
  /** The same ticket with the same nonce may be signed again with other fees; never with another nonce. */
  sign(request: SignRequest): Promise<Result<SignedPayment, SignRefusal>>;
}

export class SignerUnavailable extends Error {
  override readonly name = 'SignerUnavailable';
  readonly canRetry = true;
}
