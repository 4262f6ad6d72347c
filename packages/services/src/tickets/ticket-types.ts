/**
 * Deposit and withdraw tickets.
 *
 * A ticket row belongs to the services; its money side is always an engine command keyed by the ticket, so that after a crash
 * between the two the steps are repeated at start, each with a single effect.
 */
import type { AccountId, Millis, Minor, ProductId, TicketId, UserId } from '@salar/protocol';

export type DepositStatus = 'Pending' | 'Confirmed' | 'FullyProcessed' | 'Rejected' | 'Failed';
export type WithdrawalStatus =
  | 'Pending2Fa'
  | 'Confirmed2Fa'
  | 'Delayed'
  | 'AutoAccepted'
  | 'AdminProcessing'
  | 'Accepted'
  | 'SystemProcessing'
  | 'Submitted'
  | 'Confirmed'
  | 'FullyProcessed'
  | 'Rejected'
  | 'Failed'
  | 'Expired'
  | 'UserCanceled'
  | 'AdminCanceled';

/** A way to deposit or withdraw a product: a network or a bank rail. */
export type Provider = {
  readonly providerId: number;
  /** Wire name; contains FIAT for a bank provider. */
  readonly name: string;
  /** The name that customers see, such as "Ethereum (local)". */
  readonly displayName: string;
  readonly kind: 'chain' | 'bank';
  readonly productId: ProductId;
  /** `WSAccountProvider_...` on deposit. */
  readonly depositTemplate: string;
  /** `ToExternal...` on withdraw. */
  readonly withdrawTemplate: string;
  readonly depositMin: Minor;
  readonly withdrawFee: Minor;
  readonly withdrawMin: Minor;
  /** Blocks until a deposit is credited. */
  readonly confirmations: number;
};

export type DepositTicket = {
  readonly ticketId: TicketId;
  /** The key of its credit in the ledger. */
  readonly key: string;
  /** GUID, the external identifier. */
  readonly requestCode: string;
  readonly accountId: AccountId;
  readonly productId: ProductId;
  readonly providerId: number;
  readonly amount: Minor;
  readonly status: DepositStatus;
  readonly txId: string;
  readonly fromAddress: string;
  readonly toAddress: string;
  readonly confirmations: number;
  readonly confirmationsNeeded: number;
  readonly rejectReason: string | null;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
};

export type WithdrawTicket = {
  readonly ticketId: TicketId;
  readonly requestCode: string;
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly productId: ProductId;
  readonly providerId: number;
  readonly templateType: string;
  /** The form that the customer sent, serialised again after parsing. */
  readonly templateForm: string;
  readonly destination: string;
  /** The amount that leaves the position, fee included; the receiver gets amount - fee. */
  readonly amount: Minor;
  readonly fee: Minor;
  readonly status: WithdrawalStatus;
  readonly txId: string | null;
  readonly rejectReason: string | null;
  /** When a delayed ticket continues; null for any other. */
  readonly delayedUntil: Millis | null;
  readonly requestIp: string | null;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
};
