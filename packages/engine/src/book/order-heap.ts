/** A binary heap of orders: gives access to the first one and can remove any. */
import { assert } from '@salar/protocol';
import type { Order } from './order.ts';

export class OrderHeap {
  readonly #isBefore: (a: Order, b: Order) => boolean;
  readonly #orders: Order[] = [];
  readonly #indices = new Map<Order, number>();

  constructor(isBefore: (a: Order, b: Order) => boolean) {
    this.#isBefore = isBefore;
  }

  get size(): number {
    return this.#orders.length;
  }

  get first(): Order | null {
    return this.#orders[0] ?? null;
  }

  has(order: Order): boolean {
    return this.#indices.has(order);
  }

  /** In no particular order. */
  values(): IterableIterator<Order> {
    return this.#orders.values();
  }

  add(order: Order): void {
    this.#orders.push(order);
    this.#rise(order, this.#orders.length - 1);
  }

  remove(order: Order): void {
    const index = this.#indices.get(order);
    assert(index !== undefined, 'an order to remove is in the heap');
    this.#indices.delete(order);
    const last = this.#orders.pop();
    if (last === undefined || last === order) return;
    if (this.#rise(last, index) === index) this.#sink(last, index);
  }

  /** @returns the order's index */
  #rise(order: Order, start: number): number {
    let index = start;
    while (index > 0) {
      const parentIndex = (index - 1) >> 1;
      const parent = this.#orders[parentIndex];
      if (parent === undefined || !this.#isBefore(order, parent)) break;
      this.#put(parent, index);
      index = parentIndex;
    }
    this.#put(order, index);
    return index;
  }

  #sink(order: Order, start: number): void {
    let index = start;
    for (;;) {
      let childIndex = 2 * index + 1;
      let child = this.#orders[childIndex];
      const other = this.#orders[childIndex + 1];
      if (child === undefined) break;
      if (other !== undefined && this.#isBefore(other, child)) {
        child = other;
        childIndex++;
      }
      if (!this.#isBefore(child, order)) break;
      this.#put(child, index);
      index = childIndex;
    }
    this.#put(order, index);
  }

  #put(order: Order, index: number): void {
    this.#orders[index] = order;
    this.#indices.set(order, index);
  }
}
