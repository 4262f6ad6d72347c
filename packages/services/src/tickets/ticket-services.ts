/** What the gateway may ask about money in and out. */
import type { AccountId, Minor, ProductId, Result, TicketId, UserId } from '@salar/protocol';
import type { AcceptancePolicy } from '../withdrawals/acceptance.ts';
import type { DepositStatus, DepositTicket, Provider, WithdrawTicket } from './ticket-types.ts';

export type TicketPage = {
  readonly accountId: AccountId;
  readonly productId?: ProductId;
  readonly startIndex: number;
  readonly limit: number;
};

/** One ticket of an account, by its outside handle or by its number. */
export type TicketClaim = { readonly accountId: AccountId } & (
  { readonly requestCode: string } | { readonly ticketId: TicketId }
);

export type DepositAddressRefusal =
  'provider_unknown' | 'provider_is_bank' | 'level_too_low' | 'too_many_unused_addresses';

export interface DepositDesk {
  /** Providers of a product, default first; empty when the product has none. */
  listProviders(productId: ProductId): readonly Provider[];
  /** The newest address of the account on the provider; makes the first one, or a new one when `generateNew`. */
  getAddress(request: {
    accountId: AccountId;
    productId: ProductId;
    providerId?: number;
    generateNew: boolean;
  }): Promise<Result<{ address: string; providerId: number }, DepositAddressRefusal>>;
  /** Newest first; those in `statuses` only, where it is given. */
  list(
    page: TicketPage & { readonly statuses?: readonly DepositStatus[] },
  ): Promise<readonly DepositTicket[]>;
  /** Null when the account has no such ticket. */
  find(claim: TicketClaim): Promise<DepositTicket | null>;
}

/** In the order in which they are checked; the engine's own refusals of a hold follow these. */
export type CreateWithdrawalRefusal =
  | 'request_key_reused'
  | 'form_malformed'
  | 'destination_unknown'
  | 'provider_unknown'
  | 'template_unknown'
  | 'account_locked'
  | 'level_too_low'
  | 'amount_not_positive'
  | 'amount_below_minimum'
  | 'net_not_positive'
  | 'amount_not_whole'
  | 'amount_above_maximum'
  | 'field_missing'
  | 'field_malformed'
  | 'destination_malformed'
  | 'destination_refused'
  | 'destination_not_saved'
  | 'product_halted'
  | 'reference_price_missing'
  | 'insufficient_funds'
  | 'daily_limit_exceeded'
  | 'monthly_limit_exceeded'
  | 'request_interrupted'; // transient: nothing was done, ask again

export type CreateWithdrawal = {
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly productId: ProductId;
  readonly providerId?: number;
  readonly templateType?: string;
  readonly amount: Minor;
  /** JSON text of the filled template; instead of a receiver it may name a saved one by `AccountWithdrawInfoId`. */
  readonly templateForm: string;
  /** The customer's own key of this request: the same key is the same ticket, however often it is sent. */
  readonly requestKey?: string;
  /** Asked for by an API key: money goes only where the customer has saved and confirmed that it may. */
  readonly isByKey?: boolean;
  readonly requestIp: string | null;
};

/**
 * What can still be done with the code of a mailed link: `open` it can be confirmed, `confirmed` it was, `expired` it is
 * too old, `ended` the request was canceled, refused or came to nothing.
 */
export type MailedCodeState = 'open' | 'confirmed' | 'expired' | 'ended';

export interface WithdrawalDesk {
  /** What goes on by itself, and what waits. */
  readonly policy: AcceptancePolicy;
  listProviders(productId: ProductId): readonly Provider[];
  /** Field name to null, "" or a default; null when there is no such template. */
  template(request: {
    productId: ProductId;
    providerId?: number;
    templateType?: string;
  }): Readonly<Record<string, unknown>> | null;
  quoteFee(request: {
    productId: ProductId;
    providerId?: number;
    amount: Minor;
  }): Result<Minor, 'provider_unknown'>;
  /** True when there is a ticket that was asked for under this key. */
  isRequested(userId: UserId, requestKey: string): Promise<boolean>;
  /** Holds the funds and sends the confirmation mail. `field` names the form's field that is missing or wrong. */
  create(
    request: CreateWithdrawal,
  ): Promise<Result<WithdrawTicket, CreateWithdrawalRefusal> & { readonly field?: string }>;
  /** Follows the mailed link: Pending2Fa to Confirmed2Fa and on. Confirming again after success is fine. */
  confirm(request: {
    userId: UserId;
    code: string;
    requestIp?: string | null;
  }): Promise<Result<WithdrawTicket, 'code_invalid'>>;
  /** Finds the withdrawal that a mailed code belongs to, for its page of confirmation. Nothing changes. */
  review(request: {
    userId: UserId;
    code: string;
  }): Promise<Result<{ ticket: WithdrawTicket; state: MailedCodeState }, 'code_invalid'>>;
  cancel(request: {
    accountId: AccountId;
    requestCode: string;
    requestIp?: string | null;
  }): Promise<Result<WithdrawTicket, 'ticket_unknown' | 'ticket_already_processed'>>;
  /** Newest first. */
  list(page: TicketPage): Promise<readonly WithdrawTicket[]>;
  /** Null when the account has no such ticket. */
  find(claim: TicketClaim): Promise<WithdrawTicket | null>;
  /** The ticket that a mailed code belongs to, whatever became of it; null for any code but one of the account's own. */
  findByCode(request: { accountId: AccountId; code: string }): Promise<WithdrawTicket | null>;
}
