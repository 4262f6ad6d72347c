/** A stop whose condition came true goes on as the order that it becomes. */
import { assert, ticks } from '@salar/protocol';
import type { Stamp } from '@salar/protocol';
import { isWaiting, recordOf, workingRecordOf } from '../../book/order.ts';
import type { Order } from '../../book/order.ts';
import { collarPriceOf } from '../../catalog/collar.ts';
import type { State } from '../../state/state.ts';
import { endingAfter } from '../match/finish-order.ts';
import type { Ending } from '../end-order.ts';
import { execute } from '../match/match-order.ts';
import { cancelPartner } from '../oco.ts';
import { placeHold, releaseHold } from '../order-holds.ts';
import { delist, rest } from '../book-entry.ts';
import { survey, wouldTake } from '../match/preview-match.ts';
import type { Want } from '../match/match-request.ts';
import { limitPriceOf } from './stop-price.ts';

const tookNothing = {
  postOnly: { status: 'canceled', reason: 'post_only' },
  fokNotFilled: { status: 'canceled', reason: 'fok_not_filled' },
} as const satisfies Record<string, Ending>;

/** Cancels the stop's pair and gives its funds back first, so that it can spend them. It keeps its id. */
export function trigger(state: State, order: Order, stamp: Stamp): void {
  const { instrument } = order;
  assert(isWaiting(order), 'a stop waits until it is triggered');
  cancelPartner(state, order, stamp);
  releaseHold(order);
  instrument.stops.remove(order);
  const { stop } = order;
  stop.isWaiting = false;
  order.updatedAt = stamp.at;
  if (order.orderType === 'trailing_stop_limit') {
    order.price = ticks(limitPriceOf(order.side, stop.currentStop, stop.terms.limitOffset));
  }
  const ending = goOn(state, order, stamp);
  if (ending === null) return restTriggered(state, order);
  delist(state, order);
  if (!state.isQuiet) state.sink.orderClosed(recordOf(order, ending.status, ending.reason));
}

/** @returns how the order ends; null when it goes on resting */
function goOn(state: State, order: Order, stamp: Stamp): Ending | null {
  const want = wantOf(order);
  const { timeInForce, instrument } = order;
  if (timeInForce === 'gtx' && wouldTake(want.side, order.price)) return tookNothing.postOnly;
  if (timeInForce === 'fok' && !survey(instrument.money, want).isDone) return tookNothing.fokNotFilled;
  return endingAfter(order, execute(state, order, want, stamp));
}

function wantOf(order: Order): Want {
  const { account, instrument } = order;
  const side = order.side === 'buy' ? instrument.asks : instrument.bids;
  const worstPrice = order.price > 0 ? order.price : worstPriceOf(order);
  return { account, side, worstKey: side.keyOf(worstPrice), lots: order.remaining, value: null };
}

/** As a market order it keeps to the collar, and a buy to the price that its funds were set aside for. */
function worstPriceOf(order: Order): number {
  const collarPrice = collarPriceOf(order.instrument, order.side);
  if (order.side === 'sell' || order.stop === null) return collarPrice;
  return Math.min(collarPrice, order.stop.reservePrice);
}

function restTriggered(state: State, order: Order): void {
  rest(state, order, order.instrument.money.lotCost(order.price));
  placeHold(order);
  if (!state.isQuiet) state.sink.orderWorking(workingRecordOf(order));
}
