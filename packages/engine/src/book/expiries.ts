/** Open orders that expire: earliest expiry first, then the older order. */
import { assert } from '@salar/protocol';
import { Heap } from './heap.ts';
import type { Order } from './order.ts';

export class Expiries {
  /** When the first order expires; infinite if there is none. */
  nextAt = Number.POSITIVE_INFINITY;
  readonly #orders = new Heap(isEarlier);

  get first(): Order | null {
    return this.#orders.first;
  }

  has(order: Order): boolean {
    return this.#orders.has(order);
  }

  add(order: Order): void {
    this.#orders.add(order);
    this.#updateNextAt();
  }

  /** Removes an order that ends before its expiry. */
  remove(order: Order): void {
    this.#orders.remove(order);
    this.#updateNextAt();
  }

  #updateNextAt(): void {
    const { first } = this.#orders;
    this.nextAt = first === null ? Number.POSITIVE_INFINITY : getExpiry(first);
  }
}

function isEarlier(a: Order, b: Order): boolean {
  const difference = getExpiry(a) - getExpiry(b);
  return difference < 0 || (difference === 0 && a.orderId < b.orderId);
}

function getExpiry(order: Order): number {
  assert(order.terms !== null, 'an order that expires has an expiry');
  return order.terms.expiresAt;
}
