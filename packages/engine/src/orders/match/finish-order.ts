/** Decides what becomes of an order after matching. */
import { accept, assertNever } from '@salar/protocol';
import type { Lots, Minor, OrderPlaced, Stamp } from '@salar/protocol';
import { toOrderRecord, toWorkingRecord } from '../../book/order.ts';
import type { Order } from '../../book/order.ts';
import { boundLimitPrice } from '../../catalog/collar.ts';
import type { State } from '../../state/state.ts';
import type { Ending } from '../end-order.ts';
import { openOrder } from '../book-entry.ts';
import { cancelPartner, linkPartner } from '../oco.ts';
import type { MatchResult } from './match-request.ts';
import { selfTradeEnding } from './self-trade.ts';

/**
 * Keeps the remainder of an order that may rest in the book, and closes every other order.
 *
 * @param lotCost of the order's own price, for the level where it may rest
 */
export function finishOrder(
  state: State,
  order: Order,
  result: MatchResult,
  lotCost: bigint,
  stamp: Stamp,
): { readonly ok: true; readonly value: OrderPlaced } {
  if (order.value > 0n) order.quantity = result.lots;
  const ending = decideEnding(order, result);
  if (ending === null) {
    linkPartner(order);
    openOrder(state, order, lotCost);
    if (!state.isQuiet) state.sink.orderWorking(toWorkingRecord(order));
  } else {
    if (!state.isQuiet) state.sink.orderClosed(toOrderRecord(order, ending.status, ending.reason));
    cancelPartner(state, order, stamp);
  }
  return accept({
    orderId: order.orderId,
    status: ending === null ? 'working' : result.isComplete ? 'filled' : 'canceled',
    executed: result.lots as Lots,
    notional: result.notional as Minor,
    repeated: false,
  });
}

/** Decides how an order ends after matching; null if it rests. */
export function decideEnding(order: Order, result: MatchResult): Ending | null {
  if (result.isComplete) return filled;
  switch (result.endReason) {
    case 'self_trade':
      return selfTradeEnding;
    case 'price_out_of_reach':
      if (mayRest(order)) return findRestRefusal(order);
      return { status: 'canceled', reason: findReasonOutOfReach(order) };
    case 'value_below_lot':
      return { status: 'canceled', reason: 'below_minimum' };
    case 'book_empty':
    case 'request_met':
      return mayRest(order) ? findRestRefusal(order) : { status: 'canceled', reason: 'no_more_market' };
    default:
      return assertNever(result.endReason);
  }
}

const filled: Ending = { status: 'filled', reason: 'trade' };
const beyondCollar: Ending = { status: 'canceled', reason: 'price_collar' };

/**
 * An order with a price beyond the collar of limit orders does not rest: it could cross the other side of the book, or be taken
 * by somebody at the price that the collar keeps it from paying.
 */
function findRestRefusal({ instrument, side, price }: Order): Ending | null {
  return boundLimitPrice(instrument, side, price) === price ? null : beyondCollar;
}

/** A limit order reaches as far as its own price and its collar, a market order as far as its collar and its worst price. */
function findReasonOutOfReach(order: Order): 'no_more_market' | 'price_limit' | 'price_collar' {
  const { instrument, orderType, price } = order;
  const side = order.side === 'buy' ? instrument.asks : instrument.bids;
  const isBeyondPrice = price > 0 && side.best !== null && side.best.key < side.toKey(price);
  if (!isBeyondPrice) return 'price_collar';
  return orderType === 'market' ? 'price_limit' : 'no_more_market';
}

function mayRest(order: Order): boolean {
  return hasLimit(order) && order.timeInForce !== 'ioc' && order.timeInForce !== 'fok';
}

function hasLimit(order: Order): boolean {
  return order.price > 0;
}
