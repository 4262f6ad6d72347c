/**
 * The waiting trailing stops of one side that watch one trigger.
 *
 * A stop price lies its trailing amount behind the best price that the order has seen, so orders that have seen the same
 * best price stand in one group, and a better price moves a group as a whole: every group that it overtakes joins the
 * largest of them. Nothing is done for each order but that, however often the price changes.
 */
import { assert } from '@salar/protocol';
import type { Side, Ticks } from '@salar/protocol';
import { OrderHeap } from './order-heap.ts';
import { getCurrentStop, isWaiting } from './order.ts';
import type { Order, Stop } from './order.ts';

export class TrailingStops {
  /** A sell's stop price lies below the market and rises with it; a buy's lies above and falls. */
  readonly #sign: 1 | -1;
  /** From the best price seen to the worst: the last group is the first to be overtaken. */
  readonly #groups: TrailingGroup[] = [];

  constructor(side: Side) {
    this.#sign = side === 'sell' ? 1 : -1;
  }

  /** The one that is triggered before the others. */
  first(): Order | null {
    let first: Order | null = null;
    for (const { orders } of this.#groups) {
      if (orders.first !== null && (first === null || this.#isBefore(orders.first, first)))
        first = orders.first;
    }
    return first;
  }

  *values(): IterableIterator<Order> {
    for (const { orders } of this.#groups) yield* orders.values();
  }

  add(order: Order): void {
    const stop = getWaitingStop(order);
    const seen = stop.currentStop + this.#sign * stop.terms.trailingAmount;
    let index = this.#groups.length;
    while (index > 0 && this.#isBehind(this.#groups[index - 1], seen)) index--;
    const neighbour = this.#groups[index - 1];
    const group = neighbour?.seen === seen ? neighbour : new TrailingGroup(this.#sign, seen);
    if (group !== neighbour) this.#groups.splice(index, 0, group);
    group.add(order);
  }

  remove(order: Order): void {
    const { group } = getWaitingStop(order);
    assert(group !== null, 'a stop that trails has a group');
    group.remove(order);
    if (group.orders.size === 0) this.#groups.splice(this.#groups.indexOf(group), 1);
  }

  /** Moves every stop price that the trigger's price asks to move. */
  follow(price: Ticks): void {
    let last = this.#groups.at(-1);
    if (last === undefined || !this.#isBehind(last, price)) return;
    this.#groups.pop();
    for (
      let next = this.#groups.at(-1);
      next !== undefined && !this.#isAhead(next, price);
      next = this.#groups.at(-1)
    ) {
      this.#groups.pop();
      last = mergeGroups(last, next);
    }
    last.seen = price;
    this.#groups.push(last);
  }

  #isBehind(group: TrailingGroup | undefined, price: number): boolean {
    return group !== undefined && (price - group.seen) * this.#sign > 0;
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
  readonly orders = new OrderHeap(isNearer);
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

  /** The order keeps the stop price that it had. */
  remove(order: Order): void {
    const stop = getWaitingStop(order);
    stop.currentStop = getCurrentStop(stop);
    stop.group = null;
    this.orders.remove(order);
  }
}

/** The smaller of two groups goes into the larger one, so that no order moves often. */
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
  assert(isWaiting(order), 'a stop that trails waits');
  return order.stop;
}
