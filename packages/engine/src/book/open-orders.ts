/**
 * The open orders by id.
 *
 * Ids are assigned in sequence, so the slots of orders are stored in small pages of neighbouring ids: the map of pages
 * is far smaller, and changes far less often, than a map of orders would be. A page is reused after its last order has
 * been removed. All pages are parts of one typed array, so finding an order touches little memory.
 */
import { assert } from '@salar/protocol';
import type { OrderId } from '@salar/protocol';
import type { OrderSlots } from './order-links.ts';
import type { Order } from './order.ts';

const pageOrders = 64; // small, so that one old order keeps little else in memory

export class OpenOrders {
  readonly #slots: OrderSlots;
  /** Index of each page by its number. Ids only grow, so the pages are in order. */
  readonly #pages = new Map<number, number>();
  /** The slots of the orders of every page, 0 for an order that is not open. */
  #cells = new Int32Array(pageOrders);
  /** The number of open orders of each page. */
  readonly #counts: number[] = [];
  readonly #freePages: number[] = [];
  #newestNumber = -1;
  #newestPage = -1;
  #size = 0;

  constructor(slots: OrderSlots) {
    this.#slots = slots;
  }

  get size(): number {
    return this.#size;
  }

  get(orderId: OrderId): Order | undefined {
    const number = Math.floor(orderId / pageOrders);
    const page = this.#findPage(number);
    if (page < 0) return undefined;
    const slot = this.#cells[page * pageOrders + (orderId - number * pageOrders)] ?? 0;
    return this.#slots.get(slot) ?? undefined;
  }

  has(orderId: OrderId): boolean {
    return this.get(orderId) !== undefined;
  }

  /** Adds the newest order, and assigns its slot. */
  add(order: Order): void {
    const number = Math.floor(order.orderId / pageOrders);
    let page = this.#findPage(number);
    if (page < 0) {
      assert(number > this.#newestNumber || this.#newestPage < 0, 'orders are added in order of arrival');
      page = this.#openPage(number);
    }
    this.#slots.assign(order);
    this.#cells[page * pageOrders + (order.orderId - number * pageOrders)] = order.slot;
    this.#counts[page] = (this.#counts[page] ?? 0) + 1;
    this.#size++;
  }

  /** Removes an order, which is in no list any more, and releases its slot. */
  remove(order: Order): void {
    const number = Math.floor(order.orderId / pageOrders);
    const page = this.#findPage(number);
    assert(page >= 0, 'an order to remove is open');
    this.#slots.release(order);
    this.#cells[page * pageOrders + (order.orderId - number * pageOrders)] = 0;
    const count = (this.#counts[page] ?? 0) - 1;
    this.#counts[page] = count;
    this.#size--;
    if (count > 0) return;
    this.#pages.delete(number);
    this.#freePages.push(page);
    if (page === this.#newestPage) this.#newestPage = -1;
  }

  /** Oldest first. */
  *values(): IterableIterator<Order> {
    for (const page of this.#pages.values()) {
      for (let cell = page * pageOrders; cell < (page + 1) * pageOrders; cell++) {
        const order = this.#slots.get(this.#cells[cell] ?? 0);
        if (order !== null) yield order;
      }
    }
  }

  /** Returns the index of a page, or -1. */
  #findPage(number: number): number {
    if (number === this.#newestNumber && this.#newestPage >= 0) return this.#newestPage;
    return this.#pages.get(number) ?? -1;
  }

  #openPage(number: number): number {
    const page = this.#freePages.pop() ?? this.#counts.length;
    this.#counts[page] = 0;
    if (this.#cells.length < (page + 1) * pageOrders) {
      const cells = new Int32Array(this.#cells.length * 2);
      cells.set(this.#cells);
      this.#cells = cells;
    }
    this.#pages.set(number, page);
    this.#newestNumber = number;
    this.#newestPage = page;
    return page;
  }
}
