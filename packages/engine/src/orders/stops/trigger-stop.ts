/** Triggers a stop: it continues as the order that it becomes. */
import { assert, ticks } from '@salar/protocol';
import type { Stamp } from '@salar/protocol';
import { isWaiting, toOrderRecord, toWorkingRecord } from '../../book/order.ts';
import type { Order } from '../../book/order.ts';
import { boundLimitPrice, computeCollarPrice } from '../../catalog/collar.ts';
import type { State } from '../../state/state.ts';
import { decideEnding } from '../match/finish-order.ts';
import type { Ending } from '../end-order.ts';
import { matchOrder } from '../match/match-order.ts';
import { cancelPartner } from '../oco.ts';
import { placeHold, releaseHold } from '../order-holds.ts';
import { unindexOrder, addToBook } from '../book-entry.ts';
import { previewMatch, wouldTake } from '../match/preview-match.ts';
import type { MatchRequest } from '../match/match-request.ts';
import { computeLimitPrice } from './stop-price.ts';

const unfilledEndings = {
  postOnly: { status: 'canceled', reason: 'post_only' },
  fokNotFilled: { status: 'canceled', reason: 'fok_not_filled' },
} as const satisfies Record<string, Ending>;

/**
 * Cancels the stop's partner and releases the stop's funds first, so that the order can spend them. It keeps its
 * id.
 */
export function triggerStop(state: State, order: Order, stamp: Stamp): void {
  const { instrument } = order;
  assert(isWaiting(order), 'a stop waits until it is triggered');
  cancelPartner(state, order, stamp);
  releaseHold(order);
  instrument.stops.remove(order);
  const { stop } = order;
  stop.isWaiting = false;
  order.updatedAt = stamp.at;
  if (order.orderType === 'trailing_stop_limit') {
    order.price = ticks(computeLimitPrice(order.side, stop.currentStop, stop.terms.limitOffset));
  }
  const ending = executeTriggered(state, order, stamp);
  if (ending === null) return restTriggered(state, order);
  unindexOrder(state, order);
  if (!state.isQuiet) state.sink.orderClosed(toOrderRecord(order, ending.status, ending.reason));
}

/** @returns how the order ends; null if it rests */
function executeTriggered(state: State, order: Order, stamp: Stamp): Ending | null {
  const request = buildMatchRequest(order);
  const { timeInForce, instrument } = order;
  if (timeInForce === 'gtx' && wouldTake(request.side, order.price)) return unfilledEndings.postOnly;
  if (timeInForce === 'fok' && !previewMatch(instrument.money, request).isComplete)
    return unfilledEndings.fokNotFilled;
  return decideEnding(order, matchOrder(state, order, request, stamp));
}

function buildMatchRequest(order: Order): MatchRequest {
  const { account, instrument } = order;
  const side = order.side === 'buy' ? instrument.asks : instrument.bids;
  const worstPrice =
    order.price > 0 ? boundLimitPrice(instrument, order.side, order.price) : computeWorstPrice(order);
  return { account, side, worstKey: side.toKey(worstPrice), lots: order.remaining, value: null };
}

/** A market order keeps to the collar; a buy also keeps to the price for which its funds were set aside. */
function computeWorstPrice(order: Order): number {
  const collarPrice = computeCollarPrice(order.instrument, order.side);
  if (order.side === 'sell' || order.stop === null) return collarPrice;
  return Math.min(collarPrice, order.stop.reservePrice);
}

function restTriggered(state: State, order: Order): void {
  addToBook(state, order, order.instrument.money.lotCost(order.price));
  placeHold(order);
  if (!state.isQuiet) state.sink.orderWorking(toWorkingRecord(order));
}
