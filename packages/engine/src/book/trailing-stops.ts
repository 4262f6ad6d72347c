/** The waiting trailing stops of one side that watch one trigger: followed one by one whenever its price has changed. */
import { assert } from '@salar/protocol';
import type { Side, Ticks } from '@salar/protocol';
import { isWaiting } from './order.ts';
import type { Order, Stop } from './order.ts';

const noPrice = 0;

export class TrailingStops {
  /** The one that is triggered before the others. */
  first: Order | null = null;
  /** A sell's stop price lies below the market and rises with it; a buy's lies above and falls. */
  readonly #sign: 1 | -1;
  readonly #orders = new Set<Order>();
  /** The price that all have followed; `noPrice` when one may not have. */
  #followed: number = noPrice;

  constructor(side: Side) {
    this.#sign = side === 'sell' ? 1 : -1;
  }

  values(): IterableIterator<Order> {
    return this.#orders.values();
  }

  add(order: Order): void {
    this.#orders.add(order);
    this.#followed = noPrice;
    if (this.first === null || this.#isBefore(order, this.first)) this.first = order;
  }

  remove(order: Order): void {
    this.#orders.delete(order);
    if (order === this.first) this.#findFirst();
  }

  /** Moves every stop price that the trigger's price asks to move. */
  follow(price: Ticks): void {
    if (price === this.#followed || this.first === null) return;
    for (const order of this.#orders) this.#move(stopOf(order), price);
    this.#followed = price;
    this.#findFirst();
  }

  #move(stop: Stop, price: Ticks): void {
    const asked = price - this.#sign * stop.terms.trailingAmount;
    if ((asked - stop.currentStop) * this.#sign > 0) stop.currentStop = asked as Ticks;
  }

  #findFirst(): void {
    this.first = null;
    for (const order of this.#orders) {
      if (this.first === null || this.#isBefore(order, this.first)) this.first = order;
    }
  }

  #isBefore(a: Order, b: Order): boolean {
    const lead = (stopOf(a).currentStop - stopOf(b).currentStop) * this.#sign;
    return lead > 0 || (lead === 0 && a.orderId < b.orderId);
  }
}

function stopOf(order: Order): Stop {
  assert(isWaiting(order), 'a stop that trails waits');
  return order.stop;
}
