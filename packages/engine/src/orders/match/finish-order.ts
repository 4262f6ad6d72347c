/** Decides what becomes of an order once it has taken what the book offered. */
import { accept, assertNever } from '@salar/protocol';
import type { Lots, Minor, OrderPlaced, Stamp } from '@salar/protocol';
import { recordOf, workingRecordOf } from '../../book/order.ts';
import type { Order } from '../../book/order.ts';
import type { State } from '../../state/state.ts';
import type { Ending } from '../end-order.ts';
import { openOrder } from '../book-entry.ts';
import { cancelPartner, linkPartner } from '../oco.ts';
import type { Walk } from './match-request.ts';
import { selfTradeEnding } from './self-trade.ts';

/**
 * Lets what is left of an order that may rest do so, and closes every other order.
 *
 * @param lotCost of the order's own price, for the level it may rest at
 */
export function conclude(
  state: State,
  order: Order,
  walk: Walk,
  lotCost: bigint,
  stamp: Stamp,
): { readonly ok: true; readonly value: OrderPlaced } {
  if (order.value > 0n) order.quantity = walk.lots;
  const ending = endingAfter(order, walk);
  if (ending === null) {
    linkPartner(order);
    openOrder(state, order, lotCost);
    if (!state.isQuiet) state.sink.orderWorking(workingRecordOf(order));
  } else {
    if (!state.isQuiet) state.sink.orderClosed(recordOf(order, ending.status, ending.reason));
    cancelPartner(state, order, stamp);
  }
  return accept({
    orderId: order.orderId,
    status: ending === null ? 'working' : walk.isDone ? 'filled' : 'canceled',
    executed: walk.lots as Lots,
    notional: walk.notional as Minor,
    repeated: false,
  });
}

/**
 * How an order ends after its walk through the book; null for one that goes on resting.
 */
export function endingAfter(order: Order, walk: Walk): Ending | null {
  if (walk.isDone) return filled;
  switch (walk.end) {
    case 'own_order':
      return selfTradeEnding;
    case 'price_out_of_reach':
      if (mayRest(order)) return null;
      return { status: 'canceled', reason: reasonOutOfReach(order) };
    case 'value_below_lot':
      return { status: 'canceled', reason: 'below_minimum' };
    case 'book_empty':
    case 'wanted_no_more':
      return mayRest(order) ? null : { status: 'canceled', reason: 'no_more_market' };
    default:
      return assertNever(walk.end);
  }
}

const filled: Ending = { status: 'filled', reason: 'trade' };

/** A limit order reaches as far as its own price; a market order as far as the collar and the price it may name. */
function reasonOutOfReach(order: Order): 'no_more_market' | 'price_limit' | 'price_collar' {
  const { instrument, orderType, price } = order;
  if (orderType !== 'market') return hasLimit(order) ? 'no_more_market' : 'price_collar';
  const side = order.side === 'buy' ? instrument.asks : instrument.bids;
  const isBeyondPrice = price > 0 && side.best !== null && side.best.key < side.keyOf(price);
  return isBeyondPrice ? 'price_limit' : 'price_collar';
}

function mayRest(order: Order): boolean {
  return hasLimit(order) && order.timeInForce !== 'ioc' && order.timeInForce !== 'fok';
}

function hasLimit(order: Order): boolean {
  return order.price > 0;
}
