/** What tickets need from the single writer; `Sequencer` implements it. */
import type { AccountId, Command, Minor, OutcomeOf, ProductId, TicketId } from '@salar/protocol';

export interface LedgerPort {
  /** Resolves with the engine's outcome once it is durable. */
  submit<C extends Command>(command: C): Promise<OutcomeOf<C>>;
  readonly engine: {
    account(id: AccountId): { readonly level: number; readonly locked: boolean } | undefined;
    product(
      id: ProductId,
    ): { readonly symbol: string; readonly decimals: number; readonly halted: boolean } | undefined;
    position(account: AccountId, product: ProductId): { readonly total: Minor; readonly held: Minor };
    /** Minor units of the notional product for one whole unit; null while none is set. */
    referencePrice(product: ProductId): Minor | null;
    withdrawal(ticket: TicketId): { readonly state: 'held' | 'settled' | 'released' } | undefined;
  };
}

/** Structured log lines, details first; a pino logger implements it. */
export interface TicketLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Finds mail addresses of customers; null for an unknown customer. */
export interface CustomerDirectory {
  findEmail(userId: number): Promise<string | null>;
}
