/**
 * The waiting stops of one instrument, by trigger and side, with fast access to the one that is triggered first.
 *
 * Sells are triggered from the highest stop price down, buys from the lowest up. That is the order of an order
 * book's sides, swapped, so stops with a fixed price reuse `BookSide`.
 */
import { assert } from '@salar/protocol';
import type { Side, StopTrigger, Ticks } from '@salar/protocol';
import { BookSide } from './book-side.ts';
import type { PriceQueues } from './order-links.ts';
import { getCurrentStop, isWaiting } from './order.ts';
import type { Order } from './order.ts';
import { TrailingStops } from './trailing-stops.ts';

/** The price of each trigger; null while there is none. */
export type TriggerPrices = { readonly [Trigger in StopTrigger]: Ticks | null };

const stopTriggers: readonly StopTrigger[] = ['last', 'bid', 'ask'];

export class StopBook {
  count = 0;
  readonly #queues: { readonly [Trigger in StopTrigger]: { readonly [S in Side]: StopQueue } };

  constructor(links: PriceQueues) {
    const openQueues = () => ({ buy: new StopQueue('buy', links), sell: new StopQueue('sell', links) });
    this.#queues = { last: openQueues(), bid: openQueues(), ask: openQueues() };
  }

  add(order: Order): void {
    this.#getQueue(order).add(order);
    this.count++;
  }

  remove(order: Order): void {
    this.#getQueue(order).remove(order);
    this.count--;
  }

  /** Moves the trailing stops to follow the prices. */
  follow(prices: TriggerPrices): void {
    for (const trigger of stopTriggers) {
      const price = prices[trigger];
      if (price === null) continue;
      this.#queues[trigger].buy.trailing.follow(price);
      this.#queues[trigger].sell.trailing.follow(price);
    }
  }

  /** Returns the first stop to trigger among those whose condition holds. */
  due(prices: TriggerPrices): Order | null {
    for (const trigger of stopTriggers) {
      const price = prices[trigger];
      if (price === null) continue;
      const order = this.#queues[trigger].buy.due(price) ?? this.#queues[trigger].sell.due(price);
      if (order !== null) return order;
    }
    return null;
  }

  *values(): IterableIterator<Order> {
    for (const trigger of stopTriggers) {
      yield* this.#queues[trigger].buy.values();
      yield* this.#queues[trigger].sell.values();
    }
  }

  #getQueue(order: Order): StopQueue {
    assert(isWaiting(order), 'an order in the stop book is a waiting stop');
    return this.#queues[order.stop.terms.trigger][order.side];
  }
}

/** True when a stop at `stopPrice` is triggered by a trigger price of `price`. */
export function isReached(side: Side, stopPrice: number, price: number): boolean {
  return side === 'buy' ? price >= stopPrice : price <= stopPrice;
}

class StopQueue {
  readonly trailing: TrailingStops;
  readonly #side: Side;
  readonly #fixed: BookSide;

  constructor(side: Side, links: PriceQueues) {
    this.#side = side;
    this.#fixed = new BookSide(side === 'buy' ? 'sell' : 'buy', links);
    this.trailing = new TrailingStops(side);
  }

  add(order: Order): void {
    if (isTrailing(order)) return this.trailing.add(order);
    const price = getStopPrice(order);
    const level = this.#fixed.find(price) ?? this.#fixed.open(price, 0n);
    level.append(order);
  }

  remove(order: Order): void {
    if (isTrailing(order)) return this.trailing.remove(order);
    const { level } = order;
    assert(level !== null, 'a stop with a fixed price waits at a level');
    level.remove(order);
    if (level.count === 0) this.#fixed.close(level);
  }

  due(price: Ticks): Order | null {
    const order = this.#first();
    return order !== null && isReached(this.#side, getStopPrice(order), price) ? order : null;
  }

  *values(): IterableIterator<Order> {
    for (let level = this.#fixed.best; level !== null; level = level.worse) {
      for (let order = level.oldest; order !== null; order = level.next(order)) yield order;
    }
    yield* this.trailing.values();
  }

  #first(): Order | null {
    const fixed = this.#fixed.best?.oldest ?? null;
    const trailing = this.trailing.first();
    if (fixed === null || trailing === null) return fixed ?? trailing;
    const lead = this.#fixed.toKey(getStopPrice(trailing)) - this.#fixed.toKey(getStopPrice(fixed));
    return lead > 0 || (lead === 0 && trailing.orderId < fixed.orderId) ? trailing : fixed;
  }
}

function isTrailing(order: Order): boolean {
  return order.stop !== null && order.stop.terms.trailingAmount > 0;
}

function getStopPrice(order: Order): Ticks {
  assert(isWaiting(order), 'an order in the stop book is a waiting stop');
  return getCurrentStop(order.stop);
}
