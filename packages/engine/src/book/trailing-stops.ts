/**
 * The waiting trailing stops of one side that watch one trigger.
 *
 * A stop price follows the best price that the order has seen, at its trailing amount. Orders that have seen the
 * same best price form one group, and a better price moves whole groups: every group that it overtakes is merged
 * into the largest of them. This merge is the only work per order, however often the price changes. A heap of the
 * groups has the one whose first order is triggered before all others; a group leaves it while it changes.
 */
import { assert } from '@salar/protocol';
import type { Side, Ticks } from '@salar/protocol';
import { Heap } from './heap.ts';
import { getCurrentStop, isWaiting } from './order.ts';
import type { Order, Stop } from './order.ts';

export class TrailingStops {
  /** A sell's stop price is below the market and rises with it; a buy's is above and falls. */
  readonly #sign: 1 | -1;
  /** From the best price seen to the worst: the last group is overtaken first. */
  readonly #groups: TrailingGroup[] = [];
  readonly #nearest: Heap<TrailingGroup>;

  constructor(side: Side) {
    this.#sign = side === 'sell' ? 1 : -1;
    this.#nearest = new Heap((a, b) => this.#isBefore(getFirst(a), getFirst(b)));
  }

  /** Returns the stop that is triggered before all others. */
  first(): Order | null {
    return this.#nearest.first?.orders.first ?? null;
  }

  *values(): IterableIterator<Order> {
    for (const { orders } of this.#groups) yield* orders.values();
  }

  add(order: Order): void {
    const stop = getWaitingStop(order);
    const seen = stop.currentStop + this.#sign * stop.terms.trailingAmount;
    const index = this.#findIndex(seen);
    let group = this.#groups[index];
    if (group?.seen === seen) this.#nearest.remove(group);
    else {
      group = new TrailingGroup(this.#sign, seen);
      this.#groups.splice(index, 0, group);
    }
    group.add(order);
    this.#nearest.add(group);
  }

  remove(order: Order): void {
    const { group } = getWaitingStop(order);
    assert(group !== null, 'a trailing stop has a group');
    this.#nearest.remove(group);
    group.remove(order);
    if (group.orders.size === 0) this.#groups.splice(this.#findIndex(group.seen), 1);
    else this.#nearest.add(group);
  }

  /** Moves every stop price that follows the trigger's new price. */
  follow(price: Ticks): void {
    let last = this.#groups.at(-1);
    if (last === undefined || !this.#isBehind(last, price)) return;
    this.#removeLast(last);
    for (
      let next = this.#groups.at(-1);
      next !== undefined && !this.#isAhead(next, price);
      next = this.#groups.at(-1)
    ) {
      this.#removeLast(next);
      last = mergeGroups(last, next);
    }
    last.seen = price;
    this.#groups.push(last);
    this.#nearest.add(last);
  }

  #removeLast(group: TrailingGroup): void {
    this.#groups.pop();
    this.#nearest.remove(group);
  }

  /** Finds the index of the group that has seen a price, or where a new one belongs. */
  #findIndex(seen: number): number {
    let low = 0;
    let high = this.#groups.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const group = this.#groups[middle];
      if (group !== undefined && this.#isAhead(group, seen)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #isBehind(group: TrailingGroup, price: number): boolean {
    return (price - group.seen) * this.#sign > 0;
  }

  #isAhead(group: TrailingGroup, price: number): boolean {
    return (group.seen - price) * this.#sign > 0;
  }

  #isBefore(a: Order, b: Order): boolean {
    const lead = (getCurrentStop(getWaitingStop(a)) - getCurrentStop(getWaitingStop(b))) * this.#sign;
    return lead > 0 || (lead === 0 && a.orderId < b.orderId);
  }
}

/** Trailing stops that have seen the same best price. The one with the smallest amount is triggered first. */
export class TrailingGroup {
  seen: number;
  readonly orders = new Heap(isNearer);
  readonly #sign: 1 | -1;

  constructor(sign: 1 | -1, seen: number) {
    this.#sign = sign;
    this.seen = seen;
  }

  stopPriceAt(trailingAmount: Ticks): Ticks {
    return (this.seen - this.#sign * trailingAmount) as Ticks;
  }

  add(order: Order): void {
    getWaitingStop(order).group = this;
    this.orders.add(order);
  }

  /** Removes an order, which keeps its current stop price. */
  remove(order: Order): void {
    const stop = getWaitingStop(order);
    stop.currentStop = getCurrentStop(stop);
    stop.group = null;
    this.orders.remove(order);
  }
}

function getFirst({ orders }: TrailingGroup): Order {
  assert(orders.first !== null, 'a group in the heap has orders');
  return orders.first;
}

/** Merges the smaller group into the larger one, so that no order moves often. */
function mergeGroups(a: TrailingGroup, b: TrailingGroup): TrailingGroup {
  const [small, large] = a.orders.size < b.orders.size ? [a, b] : [b, a];
  for (const order of small.orders.values()) large.add(order);
  return large;
}

function isNearer(a: Order, b: Order): boolean {
  const difference = getWaitingStop(a).terms.trailingAmount - getWaitingStop(b).terms.trailingAmount;
  return difference < 0 || (difference === 0 && a.orderId < b.orderId);
}

function getWaitingStop(order: Order): Stop {
  assert(isWaiting(order), 'a trailing stop is waiting');
  return order.stop;
}
