/** Requests and refusals of the deposit and withdrawal services. */
import type { AccountId, Minor, ProductId, TicketId, UserId } from '@salar/protocol';
import type { PaymentCode, PaymentCodeRefusal } from '../second-factor/payment-code.ts';
import type { Credential } from './actors.ts';
import type { SignatureRefusal } from '../withdrawals/signed-withdrawals.ts';

export type TicketPage = {
  readonly accountId: AccountId;
  readonly productId?: ProductId;
  readonly startIndex: number;
  readonly limit: number;
};

/** Identifies a ticket of an account, by its external code or by its number. */
export type TicketClaim = { readonly accountId: AccountId } & (
  { readonly requestCode: string } | { readonly ticketId: TicketId }
);

export type DepositAddressRefusal =
  | 'provider_unknown'
  | 'provider_is_bank'
  | 'level_too_low'
  | 'too_many_unused_addresses'
  /** Others may have the keys of the newest addresses: none is shown until their key is replaced. */
  | 'address_key_compromised'
  | 'network_halted';

/** Listed in the order in which they are checked; the engine's own refusals of a hold follow them. */
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
  | SignatureRefusal
  | PaymentCodeRefusal
  | 'product_halted'
  | 'network_halted'
  | 'reference_price_missing'
  | 'insufficient_funds'
  | 'daily_limit_exceeded'
  | 'monthly_limit_exceeded'
  | 'request_interrupted'; // transient: nothing was done, the caller may retry

export type CreateWithdrawal = {
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly productId: ProductId;
  readonly providerId?: number;
  readonly templateType?: string;
  readonly amount: Minor;
  /** JSON text of the filled template; it may name a saved receiver by `AccountWithdrawInfoId` instead of giving one. */
  readonly templateForm: string;
  /** The customer's own key of this request: repeats with the same key get the same ticket. */
  readonly requestKey?: string;
  /** The session or API key of the request: the ticket records it. Missing where the caller is no gateway. */
  readonly credential?: Credential;
  /** True for requests by an API key: money goes only to destinations that the customer has saved and confirmed. */
  readonly isByKey?: boolean;
  /** True for requests by an API key that is accepted from any address: an operator decides about them. */
  readonly isByOpenKey?: boolean;
  /** The response of a browser whose customer signed the withdrawal with a passkey, as JSON text. */
  readonly passkeyResponse?: string;
  /** The code that a customer with a second factor sends, unless a passkey signed the withdrawal. */
  readonly paymentCode?: PaymentCode;
  readonly requestIp: string | null;
};

/**
 * The state of a mailed code: `open` can be confirmed, `confirmed` was confirmed, `expired` is too old, `ended` belongs to a
 * request that was cancelled, refused or failed.
 */
export type MailedCodeState = 'open' | 'confirmed' | 'expired' | 'ended';
