/** What the gateway may ask about money in and out. */
import type { AccountId, Minor, ProductId, TicketId, UserId } from '@salar/protocol';

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
