/** From the quotes we have to the quotes we want, with as few commands as possible. */
import type { OrderId, OrderRecord } from '@salar/protocol';
import type { Quote } from './quote-ladder.ts';

export type QuotePlan = {
  /** To be canceled first, all of them, so that nothing new can meet one of our own. */
  readonly cancels: readonly OrderId[];
  /** To be placed after that. */
  readonly places: readonly Quote[];
};

/** An order that was filled down below half of what its level should show is replaced. */
const remainingShareMin = { numerator: 1n, denominator: 2n };

/**
 * Keeps each open order that still does for one wanted quote; cancels the others; places what is left.
 *
 * @param open  our open orders on the instrument, in any order
 */
export function planQuotes(wanted: readonly Quote[], open: readonly OrderRecord[]): QuotePlan {
  const free = new Set(open);
  const kept = new Map<Quote, OrderRecord>();
  for (const quote of wanted) {
    const match = nearest(quote, free);
    if (!match) continue;
    free.delete(match);
    kept.set(quote, match);
  }
  let places = wanted.filter((quote) => !kept.has(quote));
  // A kept order may stand where a new one of the other side must go: then it has to be quoted anew as well.
  for (;;) {
    const inTheWay = [...kept].find(([, order]) => places.some((quote) => crosses(quote, order)));
    if (!inTheWay) break;
    kept.delete(inTheWay[0]);
    free.add(inTheWay[1]);
    places = wanted.filter((quote) => !kept.has(quote));
  }
  return { cancels: [...free].map((order) => order.orderId), places };
}

function nearest(quote: Quote, free: ReadonlySet<OrderRecord>): OrderRecord | null {
  let best: OrderRecord | null = null;
  for (const order of free) {
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
