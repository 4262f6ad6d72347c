/**
 * The open orders by id.
 *
 * Ids are assigned in sequence, so orders are stored in small pages of neighbouring ids: adding one costs an array
 * write, and the map of pages is far smaller, and changes far less often, than a map of orders would be. A page is
 * removed with its last order.
 */
import { assert } from '@salar/protocol';
import type { OrderId } from '@salar/protocol';
import type { Order } from './order.ts';

const pageOrders = 64; // small, so that one old order keeps little else in memory
const emptyPage: readonly null[] = Array.from({ length: pageOrders }, () => null);

type Page = { readonly orders: (Order | null)[]; count: number };

export class OpenOrders {
  /** Ids only grow, so the pages are in order. */
  readonly #pages = new Map<number, Page>();
  #newestNumber = -1;
  #newest: Page | null = null;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(orderId: OrderId): Order | undefined {
    const number = Math.floor(orderId / pageOrders);
    return this.#page(number)?.orders[orderId - number * pageOrders] ?? undefined;
  }

  has(orderId: OrderId): boolean {
    return this.get(orderId) !== undefined;
  }

  /** Adds the newest order. */
  add(order: Order): void {
    const number = Math.floor(order.orderId / pageOrders);
    let page = this.#page(number);
    if (page === null) {
      assert(number > this.#newestNumber || this.#newest === null, 'orders are added in order of arrival');
      page = { orders: emptyPage.slice(), count: 0 };
      this.#pages.set(number, page);
      this.#newestNumber = number;
      this.#newest = page;
    }
    page.orders[order.orderId - number * pageOrders] = order;
    page.count++;
    this.#size++;
  }

  remove(order: Order): void {
    const number = Math.floor(order.orderId / pageOrders);
    const page = this.#page(number);
    assert(page !== null, 'an order to remove is open');
    page.orders[order.orderId - number * pageOrders] = null;
    page.count--;
    this.#size--;
    if (page.count > 0) return;
    this.#pages.delete(number);
    if (page === this.#newest) this.#newest = null;
  }

  /** Oldest first. */
  *values(): IterableIterator<Order> {
    for (const page of this.#pages.values()) {
      for (const order of page.orders) {
        if (order !== null) yield order;
      }
    }
  }

  #page(number: number): Page | null {
    if (number === this.#newestNumber && this.#newest !== null) return this.#newest;
    return this.#pages.get(number) ?? null;
  }
}
