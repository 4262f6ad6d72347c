/** A withdrawal inside the engine, kept forever because its ticket may be submitted again. */
import type { Millis, Minor, TicketId } from '@salar/protocol';
import type { AccountRow } from '../state/accounts.ts';
import type { ProductEntry } from '../state/product-entry.ts';

export type Withdrawal = {
  readonly ticketId: TicketId;
  readonly account: AccountRow;
  readonly product: ProductEntry;
  /** Deducted from the position, fee included. */
  readonly amount: Minor;
  readonly fee: Minor;
  /** The share of the limits that it used, and when. */
  readonly notional: bigint;
  readonly heldAt: Millis;
  state: WithdrawalState;
};

/** `returned` is released except for the fee. */
export type WithdrawalState = 'held' | 'settled' | 'released' | 'returned';
