/** The ticket services' port to the single writer, which `Sequencer` implements. */
import type { ReadResult } from '@salar/engine';
import type { AccountId, Command, Minor, OutcomeOf, ProductId, TicketId } from '@salar/protocol';

/** The part of the engine's state that tickets need. */
export interface LedgerView {
  account(id: AccountId): { readonly level: number; readonly locked: boolean } | undefined;
  product(
    id: ProductId,
  ): { readonly symbol: string; readonly decimals: number; readonly halted: boolean } | undefined;
  position(account: AccountId, product: ProductId): { readonly total: Minor; readonly held: Minor };
  /** Minor units of the notional product for one whole unit; null while none is set. */
  referencePrice(product: ProductId): Minor | null;
  withdrawal(ticket: TicketId): { readonly state: 'held' | 'settled' | 'released' } | undefined;
}

export interface LedgerPort {
  /** Resolves with the engine's outcome once it is durable. */
  submit<C extends Command>(command: C): Promise<OutcomeOf<C>>;
  /** A durable read, as in `EngineReader`. */
  read<T>(look: (view: LedgerView) => ReadResult<T>): Promise<T>;
  /**
   * The state as decided, which may not be on disk yet: for decisions that end in `submit`, and for names and decimals of
   * products, which never change; never for an answer.
   */
  readonly undurable: LedgerView;
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
