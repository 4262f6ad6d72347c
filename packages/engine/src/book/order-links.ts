/**
 * Lists of open orders: the queue of a price, and the orders of an account.
 *
 * Orders are linked by small numbers in typed arrays instead of by references. A change to a list does not touch the
 * neighbouring orders, which are rarely in a cache, and the garbage collector does not trace the links.
 */
import { assert } from '@salar/protocol';
import type { Order } from './order.ts';

/** Assigns numbers to open orders, from 1. A number is reused after its order has ended, and has no other meaning. */
export class OrderSlots {
  readonly #orders: (Order | null)[] = [null];
  readonly #free: number[] = [];

  /** Returns null for slot 0, which no order has. */
  get(slot: number): Order | null {
    return this.#orders[slot] ?? null;
  }

  /** Call before the order is added to any list. */
  assign(order: Order): void {
    order.slot = this.#free.pop() ?? this.#orders.length;
    this.#orders[order.slot] = order;
  }

  /** Call when the order has been removed from every list. */
  release(order: Order): void {
    this.#orders[order.slot] = null;
    this.#free.push(order.slot);
    order.slot = 0;
  }
}

/** The links of all lists of one kind. An order is in at most one of them. */
export abstract class OrderLinks<List> {
  readonly #slots: OrderSlots;
  /** Slots of the two neighbours of each slot: the older, then the newer. 0 means none. */
  #neighbours = new Int32Array(64);

  constructor(slots: OrderSlots) {
    this.#slots = slots;
  }

  oldest(list: List): Order | null {
    return this.#slots.get(this.getOldest(list));
  }

  newest(list: List): Order | null {
    return this.#slots.get(this.getNewest(list));
  }

  /** Returns the neighbour before an order; null for the oldest of its list. */
  older(order: Order): Order | null {
    return this.#slots.get(this.#neighbours[order.slot * 2] ?? 0);
  }

  /** Returns the neighbour after an order; null for the newest of its list. */
  newer(order: Order): Order | null {
    return this.#slots.get(this.#neighbours[order.slot * 2 + 1] ?? 0);
  }

  /** Adds an order, which has a slot and is in no list of this kind, as the newest. */
  append(list: List, { slot }: Order): void {
    assert(slot > 0, 'only an open order is in a list');
    while (this.#neighbours.length < slot * 2 + 2) this.#grow();
    this.#link(list, this.getNewest(list), slot);
    this.#link(list, slot, 0);
  }

  remove(list: List, { slot }: Order): void {
    assert(slot > 0, 'only an open order is removed from a list');
    this.#link(list, this.#neighbours[slot * 2] ?? 0, this.#neighbours[slot * 2 + 1] ?? 0);
  }

  /** Makes two slots neighbours; 0 is the end of the list. */
  #link(list: List, older: number, newer: number): void {
    if (older === 0) this.setOldest(list, newer);
    else this.#neighbours[older * 2 + 1] = newer;
    if (newer === 0) this.setNewest(list, older);
    else this.#neighbours[newer * 2] = older;
  }

  /** Gives an order the place of another one. */
  replace(list: List, old: Order, { slot }: Order): void {
    assert(slot > 0 && old.slot > 0, 'an open order takes the place of an open one');
    const older = this.#neighbours[old.slot * 2] ?? 0;
    const newer = this.#neighbours[old.slot * 2 + 1] ?? 0;
    while (this.#neighbours.length < slot * 2 + 2) this.#grow();
    this.#link(list, older, slot);
    this.#link(list, slot, newer);
  }

  protected abstract getOldest(list: List): number;
  protected abstract getNewest(list: List): number;
  protected abstract setOldest(list: List, slot: number): void;
  protected abstract setNewest(list: List, slot: number): void;

  #grow(): void {
    const smaller = this.#neighbours;
    this.#neighbours = new Int32Array(smaller.length * 2);
    this.#neighbours.set(smaller);
  }
}

/** The ends of a queue, as slots; both are 0 while it is empty. */
export type QueueEnds = { oldestSlot: number; newestSlot: number };

/** The orders, or waiting stops, at each price. */
export class PriceQueues extends OrderLinks<QueueEnds> {
  protected getOldest(ends: QueueEnds): number {
    return ends.oldestSlot;
  }

  protected getNewest(ends: QueueEnds): number {
    return ends.newestSlot;
  }

  protected setOldest(ends: QueueEnds, slot: number): void {
    ends.oldestSlot = slot;
  }

  protected setNewest(ends: QueueEnds, slot: number): void {
    ends.newestSlot = slot;
  }
}
