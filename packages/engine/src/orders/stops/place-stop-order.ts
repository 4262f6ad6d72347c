/** Stop orders: they wait outside the book until their trigger price reaches the stop price. */
import { accept, lots, minor, refuse, ticks } from '@salar/protocol';
import type { OutcomeOf, PlaceOrder, PlaceStopOrder, Stamp } from '@salar/protocol';
import { toWorkingRecord } from '../../book/order.ts';
import type { Order } from '../../book/order.ts';
import { isReached } from '../../book/stop-book.ts';
import type { State } from '../../state/state.ts';
import { removeReplaced } from '../remove-replaced.ts';
import { isDisplayQuantityValid } from '../match/display-quantity.ts';
import { findPartner, linkPartner } from '../oco.ts';
import { hasFunds, placeHold } from '../order-holds.ts';
import { createOrder, hasTooManyOpenOrders } from '../placement.ts';
import type { Placement } from '../placement.ts';
import { indexOrder } from '../book-entry.ts';
import { findSizeRefusal, isPrice, isQuantity } from '../order-limits.ts';
import { isExpiryValid, isStopMarket } from '../order-conditions.ts';
import { arePricesInRange, computeFirstStop, isStopWellFormed, computeReservePrice } from './stop-price.ts';
import { findTriggerPrice } from './trigger-price.ts';

/** A buy sets aside the highest cost of the order that it becomes; a sell sets its quantity aside. */
export function placeStopOrder(
  state: State,
  command: PlaceStopOrder,
  placement: Placement,
  stamp: Stamp,
): OutcomeOf<PlaceOrder> {
  const { instrument, replaced } = placement;
  const { money } = instrument;
  const { side, quantity } = command;
  const limitPrice = command.orderType === 'stop_limit' ? command.price : null;
  if (command.timeInForce === 'gtx' && isStopMarket(command)) return refuse('time_in_force_invalid');
  if (!isQuantity(quantity)) return refuse('quantity_invalid');
  if (!isDisplayQuantityValid(command)) return refuse('display_quantity_invalid');
  if (limitPrice === null ? command.price !== 0 : !isPrice(limitPrice)) return refuse('price_invalid');
  if (!isStopWellFormed(command)) return refuse('stop_price_invalid');
  const triggerPrice = findTriggerPrice(instrument, command.stop.trigger, replaced);
  const firstStop = computeFirstStop(command, triggerPrice);
  if (firstStop !== null && !arePricesInRange(command, firstStop, instrument))
    return refuse('stop_price_invalid');
  if (!isExpiryValid(command, stamp.at)) return refuse('expiry_invalid');
  const judgedAt = limitPrice ?? firstStop;
  const sizeRefusal = findSizeRefusal(
    instrument,
    quantity,
    judgedAt === null ? null : money.lotCost(judgedAt),
  );
  if (sizeRefusal !== null) return refuse(sizeRefusal);
  const partner = findPartner(state, command, placement);
  if (partner === undefined) return refuse('oco_invalid');
  if (placement.isIdInUse) return refuse('client_order_id_in_use');
  if (hasTooManyOpenOrders(state, placement)) return refuse('too_many_open_orders');
  if (firstStop === null) return refuse('no_market');
  if (triggerPrice !== null && isReached(side, firstStop, triggerPrice)) {
    return refuse('stop_price_through_market');
  }
  const reservePrice = ticks(side === 'buy' ? computeReservePrice(command, firstStop, instrument) : 0);
  const reserveLotCost = money.lotCost(reservePrice);
  if (!hasFunds(placement, command, reserveLotCost, partner)) return refuse('insufficient_funds');

  // Nothing below can be refused.
  if (replaced !== null) removeReplaced(state, replaced, stamp);
  const order = createOrder(state, command, placement, stamp);
  order.stop = {
    terms: command.stop,
    currentStop: ticks(firstStop),
    group: null,
    isWaiting: true,
    reservePrice,
    reserveLotCost,
  };
  startWaiting(state, order, partner);
  if (!state.isQuiet) state.sink.orderWorking(toWorkingRecord(order));
  const { orderId } = order;
  return accept({ orderId, status: 'working', executed: lots(0n), notional: minor(0n), repeated: false });
}

function startWaiting(state: State, order: Order, partner: Order | null): void {
  indexOrder(state, order);
  order.instrument.stops.add(order);
  order.pair = partner;
  linkPartner(order);
  placeHold(order);
}
