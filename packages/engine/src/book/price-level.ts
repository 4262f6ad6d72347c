/** The orders resting at one price, in matching order; or the stops waiting there, oldest first. */
import type { Lots, Ticks } from '@salar/protocol';
import type { Order } from './order.ts';

export class PriceLevel {
  readonly price: Ticks;
  /** Orders levels from worst to best on its side; see `BookSide`. */
  readonly key: number;
  /** Cost of one lot here; see `Money`. */
  readonly lotCost: bigint;
  oldest: Order | null = null;
  newest: Order | null = null;
  count = 0;
  /** Neighbours on the same side. */
  better: PriceLevel | null = null;
  worse: PriceLevel | null = null;
  /** Computed on demand: market data is read rarely, orders change often. */
  #summary: BookLevel | null = null;

  constructor(price: Ticks, key: number, lotCost: bigint) {
    this.price = price;
    this.key = key;
    this.lotCost = lotCost;
  }

  append(order: Order): void {
    order.level = this;
    order.previous = this.newest;
    if (this.newest === null) this.oldest = order;
    else this.newest.next = order;
    this.newest = order;
    this.count++;
    this.#summary = null;
  }

  remove(order: Order): void {
    if (order.previous === null) this.oldest = order.next;
    else order.previous.next = order.next;
    if (order.next === null) this.newest = order.previous;
    else order.next.previous = order.previous;
    order.level = null;
    order.previous = null;
    order.next = null;
    this.count--;
    this.#summary = null;
  }

  /** Gives an order the queue position of another one. */
  replace(old: Order, order: Order): void {
    order.level = this;
    order.previous = old.previous;
    order.next = old.next;
    if (order.previous === null) this.oldest = order;
    else order.previous.next = order;
    if (order.next === null) this.newest = order;
    else order.next.previous = order;
    old.level = null;
    old.previous = null;
    old.next = null;
    this.#summary = null;
  }

  /** Call when an order of this level has changed its quantity. */
  invalidateSummary(): void {
    this.#summary = null;
  }

  summary(): BookLevel {
    return (this.#summary ??= summarize(this));
  }
}

/** One price of the book as market data shows it. */
export type BookLevel = {
  readonly price: Ticks;
  readonly quantity: Lots;
  readonly orders: number;
  /** Number of different accounts behind the orders. */
  readonly accounts: number;
};

function summarize(level: PriceLevel): BookLevel {
  const accounts = new Set<number>();
  let quantity = 0n;
  for (let order = level.oldest; order !== null; order = order.next) {
    quantity += order.shown;
    accounts.add(order.account.accountId);
  }
  return { price: level.price, quantity: quantity as Lots, orders: level.count, accounts: accounts.size };
}
