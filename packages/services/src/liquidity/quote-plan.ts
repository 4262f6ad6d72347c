/** Plans the commands from the open quotes to the wanted ones, with as few commands as possible. */
import type { OrderId, OrderRecord } from '@salar/protocol';
import type { Quote } from './quote-ladder.ts';

export type QuotePlan = {
  /** Cancelled first, all of them, so that no new order can match one of our own. */
  readonly cancels: readonly OrderId[];
  /** Placed after the cancels. */
  readonly places: readonly Quote[];
};

/** An order filled below half of its level's size is replaced. */
const remainingShareMin = { numerator: 1n, denominator: 2n };

/**
 * Keeps each open order that fits one wanted quote, cancels the others, and places the remaining quotes.
 *
 * @param open  our open orders on the instrument, in any order
 */
export function planQuotes(wanted: readonly Quote[], open: readonly OrderRecord[]): QuotePlan {
  const unmatched = new Set(open);
  const kept = new Map<Quote, OrderRecord>();
  for (const quote of wanted) {
    const match = findNearest(quote, unmatched);
    if (!match) continue;
    unmatched.delete(match);
    kept.set(quote, match);
  }
  let places = wanted.filter((quote) => !kept.has(quote));
  // A kept order may block the price of a new order of the other side: it is replaced, too.
  for (;;) {
    const blocking = [...kept].find(([, order]) => places.some((quote) => crosses(quote, order)));
    if (!blocking) break;
    kept.delete(blocking[0]);
    unmatched.add(blocking[1]);
    places = wanted.filter((quote) => !kept.has(quote));
  }
  return { cancels: [...unmatched].map((order) => order.orderId), places };
}

function findNearest(quote: Quote, unmatched: ReadonlySet<OrderRecord>): OrderRecord | null {
  let best: OrderRecord | null = null;
  for (const order of unmatched) {
    if (order.side !== quote.side || !fits(order, quote)) continue;
    const distance = Math.abs(order.price - quote.price);
    if (distance > quote.tolerance) continue;
    if (!best || distance < Math.abs(best.price - quote.price)) best = order;
  }
  return best;
}

function fits(order: OrderRecord, quote: Quote): boolean {
  const remaining = order.quantity - order.executed;
  if (remaining > quote.quantityMax) return false;
  return remaining * remainingShareMin.denominator >= quote.quantity * remainingShareMin.numerator;
}

function crosses(quote: Quote, order: OrderRecord): boolean {
  if (quote.side === order.side) return false;
  return quote.side === 'buy' ? quote.price >= order.price : quote.price <= order.price;
}
