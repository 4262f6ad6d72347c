/** Narrows the engine's port to what deposits and withdrawals need, so that tests can implement it. */
import type { AccountId, Minor, ProductId, TicketId } from '@salar/protocol';
import type { EnginePort } from './engine-port.ts';

/** Contains what the ledger held for a withdrawal, and what became of it. */
type Hold = {
  readonly state: 'held' | 'settled' | 'released' | 'returned';
  readonly accountId: AccountId;
  readonly productId: ProductId;
  /** Fee included. */
  readonly amount: Minor;
  readonly fee: Minor;
};

/** The part of the engine's state that tickets need. */
export interface LedgerView {
  account(id: AccountId): { readonly level: number; readonly locked: boolean } | undefined;
  product(
    id: ProductId,
  ): { readonly symbol: string; readonly decimals: number; readonly halted: boolean } | undefined;
  position(account: AccountId, product: ProductId): { readonly total: Minor; readonly held: Minor };
  /** Minor units of the notional product for one whole unit; null while none is set. */
  referencePrice(product: ProductId): Minor | null;
  withdrawal(ticket: TicketId): Hold | undefined;
}

/** The engine's port as deposits and withdrawals use it. */
export type LedgerPort = Omit<EnginePort<LedgerView>, 'projected'>;
