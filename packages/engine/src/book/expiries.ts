/**
 * The open orders that expire: a binary heap, the earliest first, of two the older one.
 *
 * Each order knows its place, so that one that ends before its time leaves at once.
 */
import { assert } from '@salar/protocol';
import type { Order } from './order.ts';

export class Expiries {
  /** When the first order expires; infinite while there is none. */
  nextAt = Number.POSITIVE_INFINITY;
  readonly #heap: Order[] = [];

  first(): Order | undefined {
    return this.#heap[0];
  }

  add(order: Order): void {
    this.#heap.push(order);
    this.#rise(order, this.#heap.length - 1);
    this.#look();
  }

  remove(order: Order): void {
    const index = order.expiryIndex;
    assert(this.#heap[index] === order, 'an order that expires stands where it says');
    const last = this.#heap.pop();
    order.expiryIndex = -1;
    if (last !== undefined && last !== order) this.#settle(last, index);
    this.#look();
  }

  #look(): void {
    const [first] = this.#heap;
    this.nextAt = first === undefined ? Number.POSITIVE_INFINITY : expiryOf(first);
  }

  /** Gives an order a place at or near `index`. */
  #settle(order: Order, index: number): void {
    this.#rise(order, index);
    if (order.expiryIndex === index) this.#sink(order, index);
  }

  #rise(order: Order, start: number): void {
    let index = start;
    while (index > 0) {
      const parentIndex = (index - 1) >> 1;
      const parent = this.#heap[parentIndex];
      if (parent === undefined || !isEarlier(order, parent)) break;
      this.#put(parent, index);
      index = parentIndex;
    }
    this.#put(order, index);
  }

  #sink(order: Order, start: number): void {
    let index = start;
    for (;;) {
      let childIndex = 2 * index + 1;
      let child = this.#heap[childIndex];
      const other = this.#heap[childIndex + 1];
      if (child === undefined) break;
      if (other !== undefined && isEarlier(other, child)) {
        child = other;
        childIndex++;
      }
      if (!isEarlier(child, order)) break;
      this.#put(child, index);
      index = childIndex;
    }
    this.#put(order, index);
  }

  #put(order: Order, index: number): void {
    this.#heap[index] = order;
    order.expiryIndex = index;
  }
}

function isEarlier(a: Order, b: Order): boolean {
  const difference = expiryOf(a) - expiryOf(b);
  return difference < 0 || (difference === 0 && a.orderId < b.orderId);
}

function expiryOf(order: Order): number {
  assert(order.terms !== null, 'an order that expires says when');
  return order.terms.expiresAt;
}
