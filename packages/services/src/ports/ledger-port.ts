/** Narrows the engine's port to what deposits and withdrawals need, so that tests can implement it. */
import type { AccountId, Millis, Minor, ProductId, TicketId } from '@salar/protocol';
import type { EnginePort } from './engine-port.ts';

/** Contains what the ledger held for a withdrawal, and what became of it. */
type Hold = {
  readonly state: 'held' | 'settled' | 'released' | 'returned';
  readonly accountId: AccountId;
  readonly productId: ProductId;
  /** Fee included. */
  readonly amount: Minor;
  readonly fee: Minor;
  /** Its value when it was held, in minor units of the notional product. */
  readonly notional: Minor;
};

/** The part of the engine's state that tickets need. */
export interface LedgerView {
  account(id: AccountId): { readonly level: number; readonly locked: boolean } | undefined;
  product(
    id: ProductId,
  ): { readonly symbol: string; readonly decimals: number; readonly halted: boolean } | undefined;
  /** True for what is halted of a provider. */
  providerHalt(providerId: number): { readonly deposits: boolean; readonly withdrawals: boolean };
  position(account: AccountId, product: ProductId): { readonly total: Minor; readonly held: Minor };
  /** Minor units of the notional product for one whole unit; null while none is set. */
  referencePrice(product: ProductId): Minor | null;
  withdrawal(ticket: TicketId): Hold | undefined;
  /** True when the deposit with this key has been credited. */
  isCredited(key: string): boolean;
  /** The limits of a level, in minor units of the notional product; null is no limit. */
  levelLimits(
    level: number,
  ): { readonly dailyLimit: Minor | null; readonly monthlyLimit: Minor | null } | undefined;
  /** Sums what an account has withdrawn on the day and in the month of a time, withdrawals in progress included. */
  withdrawalUsage(account: AccountId, at: Millis): { readonly day: Minor; readonly month: Minor };
}

/** The engine's port as deposits and withdrawals use it. */
export type LedgerPort = Omit<EnginePort<LedgerView>, 'projected'>;
