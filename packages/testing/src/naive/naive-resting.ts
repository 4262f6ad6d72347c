/** Orders that rest in the book. */
import type { Side } from '@salar/protocol';
import { getDisplayQuantity } from './naive-matching.ts';
import type { NaiveMatchRequest } from './naive-matching.ts';
import { computeLimitCollar } from './naive-rules.ts';
import { min } from './naive-state.ts';
import type { NaiveInstrument, NaiveOrder, NaiveState } from './naive-state.ts';

/** True when an order with this limit may trade at this price. */
export function isWithinLimit(side: Side, limit: number, price: number): boolean {
  return side === 'buy' ? price <= limit : price >= limit;
}

/** Where an order with a limit may trade: within its price and within the collar of limit orders. */
export function reachOfLimit(
  instrument: NaiveInstrument,
  side: Side,
  limit: number,
  lots: bigint,
): Required<Pick<NaiveMatchRequest, 'lots' | 'reaches' | 'beyond'>> {
  const isInLimit = (price: number) => isWithinLimit(side, limit, price);
  return {
    lots,
    reaches: (price) => isInLimit(price) && isWithinLimitCollar(instrument, side, price),
    beyond: (price) => (isInLimit(price) ? 'price_collar' : 'no_more_market'),
  };
}

/** True when a buy at this price pays no more, and a sell gets no less, than the collar of limit orders allows. */
export function isWithinLimitCollar(instrument: NaiveInstrument, side: Side, price: number): boolean {
  const collar = computeLimitCollar(instrument);
  return collar === null || (side === 'buy' ? price <= collar.high : price >= collar.low);
}

/** Puts an order behind the others at its price. */
export function addToBook(state: NaiveState, order: NaiveOrder): void {
  order.shown = min(getDisplayQuantity(order), order.left);
  order.queueNumber = state.queueCount += 1;
  indexOrder(state, order);
}

/** Adds an order to the open orders. */
export function indexOrder(state: NaiveState, order: NaiveOrder): void {
  state.open.push(order);
  state.open.sort((a, b) => a.id - b.id);
}
