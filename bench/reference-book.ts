/**
 * The reference for the engine: `nodejs-order-book`, a published order book in floating point without balances, holds
 * or fees.
 *
 * Its input objects are created beforehand, so that only the book is measured.
 */
import { OrderBook, Side } from 'nodejs-order-book';
import type { Flow } from './flow.ts';

export type Step =
  | { readonly cancel: string }
  | { readonly id: string; readonly side: Side; readonly size: number; readonly price: number };

export function referenceSteps(flow: Flow): Step[] {
  return Array.from({ length: flow.count }, (_, row): Step => {
    const id = String(flow.id[row]);
    if (flow.isCancel[row] === 1) return { cancel: id };
    const side = flow.isSell[row] === 1 ? Side.SELL : Side.BUY;
    return { id, side, size: flow.quantity[row] ?? 0, price: flow.price[row] ?? 0 };
  });
}

export class ReferenceBook {
  readonly #book = new OrderBook();

  apply(steps: readonly Step[]): void {
    for (const step of steps) {
      if ('cancel' in step) this.#book.cancel(step.cancel);
      else {
        const { err } = this.#book.limit(step);
        if (err !== null) throw new Error(`the reference refused an order: ${err.message}`);
      }
    }
  }

  /** The number of resting orders, to check that it did the same work. */
  get resting(): number {
    const { bids, asks } = this.#book.snapshot();
    return [...bids, ...asks].reduce((sum, { orders }) => sum + orders.length, 0);
  }
}
