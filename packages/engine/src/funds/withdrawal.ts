/** A withdrawal as the engine keeps it, for ever: its ticket may be asked about again. */
import type { Millis, Minor, TicketId } from '@salar/protocol';
import type { AccountEntry } from '../state/account-entry.ts';
import type { ProductEntry } from '../state/product-entry.ts';

export type Withdrawal = {
  readonly ticketId: TicketId;
  readonly account: AccountEntry;
  readonly product: ProductEntry;
  /** What leaves the position, fee included. */
  readonly amount: Minor;
  readonly fee: Minor;
  /** What it used of the limits, and when. */
  readonly notional: bigint;
  readonly heldAt: Millis;
  state: WithdrawalState;
};

export type WithdrawalState = 'held' | 'settled' | 'released';
