/** The orders resting at one price, in matching order; or the stops waiting there, oldest first. */
import type { Lots, Ticks } from '@salar/protocol';
import type { PriceQueues } from './order-links.ts';
import type { Order } from './order.ts';

export class PriceLevel {
  readonly price: Ticks;
  /** Orders levels from worst to best on its side; see `BookSide`. */
  readonly key: number;
  /** Cost of one lot here; see `Money`. */
  readonly lotCost: bigint;
  /** The queue's ends; see `PriceQueues`. */
  oldestSlot = 0;
  newestSlot = 0;
  count = 0;
  /** Neighbours on the same side. */
  better: PriceLevel | null = null;
  worse: PriceLevel | null = null;
  /** Computed on demand: market data is read rarely, orders change often. */
  #summary: BookLevel | null = null;
  readonly #links: PriceQueues;

  constructor(price: Ticks, key: number, lotCost: bigint, links: PriceQueues) {
    this.price = price;
    this.key = key;
    this.lotCost = lotCost;
    this.#links = links;
  }

  get oldest(): Order | null {
    return this.#links.oldest(this);
  }

  /** Returns the order behind one of this level; null for the last. */
  next(order: Order): Order | null {
    return this.#links.newer(order);
  }

  /** Returns the order before one of this level; null for the first. */
  previous(order: Order): Order | null {
    return this.#links.older(order);
  }

  append(order: Order): void {
    order.level = this;
    this.#links.append(this, order);
    this.count++;
    this.#summary = null;
  }

  remove(order: Order): void {
    this.#links.remove(this, order);
    order.level = null;
    this.count--;
    this.#summary = null;
  }

  /** Gives an order the queue position of another one. */
  replace(old: Order, order: Order): void {
    this.#links.replace(this, old, order);
    order.level = this;
    old.level = null;
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
  for (let order = level.oldest; order !== null; order = level.next(order)) {
    quantity += order.shown;
    accounts.add(order.accountId);
  }
  return { price: level.price, quantity: quantity as Lots, orders: level.count, accounts: accounts.size };
}
