/** The database as tickets are written through it: every change of a ticket is published once it is committed. */
import type { AccountId, TicketId } from '@salar/protocol';
import type { ColumnSeals, SealedQueryable } from './column-seals.ts';
import { Database } from './database.ts';
import type { DatabaseOptions } from './database.ts';

/** A change that the customer of an account may see. */
export type TicketChange =
  | { readonly table: 'deposit' | 'withdrawal'; readonly accountId: AccountId; readonly ticketId: TicketId }
  /** Every deposit of a chain has a new number of confirmations. */
  | { readonly table: 'chain_cursor'; readonly chainId: number };
type TicketListener = (change: TicketChange) => void;

/** Publishes changes of tickets to those who follow them. */
export class TicketEvents {
  readonly #listeners = new Set<TicketListener>();

  publish(change: TicketChange): void {
    for (const listener of this.#listeners) listener(change);
  }

  /**
   * Calls the listener for each ticket that was written, once it is committed. The listener must not throw, and must
   * read the row again.
   *
   * @returns a function that ends the subscription
   */
  follow(listener: TicketListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Runs statements that write tickets: the functions of the tables report each ticket that they write. */
export interface TicketQueryable extends SealedQueryable {
  /** Publishes a change of a ticket: at once, or when the transaction is committed. */
  changed(change: TicketChange): void;
}

/** A database whose changes of tickets are published. Only through it can tickets be written, and their receivers read. */
export class TicketDatabase extends Database implements TicketQueryable {
  readonly seals: ColumnSeals;
  readonly #events: TicketEvents;

  constructor(
    options: DatabaseOptions,
    { events, seals }: { readonly events: TicketEvents; readonly seals: ColumnSeals },
  ) {
    super(options);
    this.#events = events;
    this.seals = seals;
  }

  changed(change: TicketChange): void {
    this.#events.publish(change);
  }

  override async transaction<T>(work: (tx: TicketQueryable) => Promise<T>): Promise<T> {
    return super.transaction((tx) =>
      work({
        ...tx,
        seals: this.seals,
        changed: (change) => tx.afterCommit(() => this.changed(change)),
      }),
    );
  }

  /** Calls the listener for each ticket that was written through this database, as `TicketEvents.follow`. */
  follow(listener: TicketListener): () => void {
    return this.#events.follow(listener);
  }
}
