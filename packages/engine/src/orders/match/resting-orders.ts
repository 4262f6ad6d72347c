/**
 * Iterates over what one side of the book offers, in matching order: best price first, then the queue, then the
 * next parts of iceberg orders, as often as their turn comes.
 */
import type { BookSide } from '../../book/book-side.ts';
import type { Order } from '../../book/order.ts';
import type { PriceLevel } from '../../book/price-level.ts';
import { computeNextPart } from './display-quantity.ts';

type HiddenPart = { readonly order: Order; readonly lots: bigint };

export class RestingOrders {
  /** Null at the end of the book, as is `order`. */
  level: PriceLevel | null;
  order: Order | null;
  /** Lots that the order shows at this point. */
  lots = 0n;
  #hidden = 0n;
  /** Hidden lots of iceberg orders at this level, in the order in which they are shown next. */
  #behind: HiddenPart[] = [];
  #comingRound = 0;

  constructor(side: BookSide) {
    this.level = side.best;
    this.order = null;
    if (this.level !== null) this.#openLevel(this.level);
  }

  /** Moves to the next offer, as if the current one had been taken completely. */
  next(): void {
    const { order, level } = this;
    if (order === null || level === null) return;
    if (this.#hidden > 0n) this.#behind.push({ order, lots: this.#hidden });
    const queued = this.#comingRound === 0 ? level.next(order) : null;
    if (queued !== null) return this.#show(queued, queued.remaining, queued.shown);
    const rest = this.#behind[this.#comingRound++];
    if (rest !== undefined) return this.#show(rest.order, rest.lots, computeNextPart(rest.order, rest.lots));
    this.level = level.worse;
    if (this.level === null) this.order = null;
    else this.#openLevel(this.level);
  }

  #openLevel(level: PriceLevel): void {
    if (this.#comingRound > 0) this.#behind = [];
    this.#comingRound = 0;
    const { oldest } = level;
    if (oldest !== null) this.#show(oldest, oldest.remaining, oldest.shown);
  }

  #show(order: Order, remaining: bigint, shown: bigint): void {
    this.order = order;
    this.lots = shown;
    this.#hidden = remaining - shown;
  }
}
