/** Saved destinations as the rest of the exchange sees them. */
import type { AccountId, ProductId, Result, UserId } from '@salar/protocol';
import type { Queryable } from '@salar/store';
import type { DestinationRow } from '@salar/store/tables/tickets/destinations';
import type { MailedCodeState } from '../tickets/ticket-services.ts';
import type { AddressRefusal, FormProblem } from './receivers.ts';

export type Destination = Omit<DestinationRow, 'userId' | 'codeExpiresAt'>;

/** In the order in which they are checked. */
export type CreateDestinationRefusal =
  | 'product_unknown'
  | 'name_malformed'
  | 'network_unknown'
  | 'identifier_malformed'
  | FormProblem
  | AddressRefusal
  | 'too_many_destinations'
  | 'destination_exists';

export type CreateDestination = {
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly productId: ProductId;
  readonly name: string;
  /** An address, or JSON text of a bank's fields. */
  readonly identifier: string;
  readonly requestIp: string | null;
  /** Called with what was saved, or mailed again, within its transaction. */
  readonly onSaved?: (tx: Queryable, saved: Destination) => Promise<void>;
};

export interface DestinationDesk {
  /** Oldest first. */
  list(accountId: AccountId): Promise<readonly Destination[]>;
  /**
   * Saves a destination and mails the link that confirms it; one that is saved and not confirmed is mailed again, under the
   * name given last. `field` names the bank field that is missing or wrong.
   */
  create(
    request: CreateDestination,
  ): Promise<Result<Destination, CreateDestinationRefusal> & { readonly field?: string }>;
  /** Follows the mailed link; confirming again is fine. An account or user that is named must be the destination's own. */
  confirm(request: {
    readonly code: string;
    readonly accountId?: AccountId;
    readonly userId?: UserId;
    readonly requestIp: string | null;
  }): Promise<Result<Destination, 'code_invalid'>>;
  /** Finds the destination that a mailed code belongs to, for its page of confirmation. Nothing changes. */
  review(request: {
    readonly code: string;
    readonly userId: UserId;
  }): Promise<Result<{ readonly destination: Destination; readonly state: MailedCodeState }, 'code_invalid'>>;
  /** Null when the account has no such destination. */
  find(request: { readonly accountId: AccountId; readonly id: string }): Promise<Destination | null>;
  remove(request: {
    readonly accountId: AccountId;
    readonly id: string;
    readonly requestIp: string | null;
  }): Promise<Result<null, 'destination_unknown'>>;
}
