/** Limit orders: good till canceled or till a date, immediate or cancel, fill or kill, post-only. */
import { refuse } from '@salar/protocol';
import type { OutcomeOf, PlaceLimitOrder, PlaceOrder, Stamp } from '@salar/protocol';
import type { BookSide } from '../../book/book-side.ts';
import type { State } from '../../state/state.ts';
import { conclude } from '../match/finish-order.ts';
import { execute } from '../match/match-order.ts';
import { leave } from '../change/replaced-order.ts';
import { availableIn, createOrder, hasTooManyOpenOrders, isImmediate, needBeyond } from './placement.ts';
import type { Placement } from './placement.ts';
import { isPrice, isQuantity, refusalOfNotional, refusalOfQuantity } from './order-limits.ts';
import { survey } from '../match/preview-match.ts';
import { keepsPlace, takePlace } from '../change/queue-position.ts';
import { isDisplayValid, isExpiryValid, partnerOf } from './order-conditions.ts';
import type { Want } from '../match/match-request.ts';

/**
 * A buy needs price x quantity rounded up, a sell its quantity. Fees are taken from the product received, so nothing
 * is set aside for them.
 */
export function placeLimitOrder(
  state: State,
  command: PlaceLimitOrder,
  placement: Placement,
  stamp: Stamp,
): OutcomeOf<PlaceOrder> {
  const { account, instrument, leaving } = placement;
  const { money } = instrument;
  const { price, quantity } = command;
  if (!isQuantity(quantity)) return refuse('quantity_invalid');
  if (!isDisplayValid(command)) return refuse('display_quantity_invalid');
  if (!isPrice(price)) return refuse('price_invalid');
  if (!isExpiryValid(command, stamp.at)) return refuse('expiry_invalid');
  const lotCost = money.lotCost(price);
  const missized =
    refusalOfQuantity(instrument, quantity) ??
    refusalOfNotional(instrument, money.notional(lotCost, quantity));
  if (missized !== null) return refuse(missized);
  const partner = partnerOf(state, command, placement);
  if (partner === undefined) return refuse('oco_invalid');
  if (placement.isIdInUse) return refuse('client_order_id_in_use');
  if (!isImmediate(command) && hasTooManyOpenOrders(placement)) return refuse('too_many_open_orders');
  const isBuy = command.side === 'buy';
  const side = isBuy ? instrument.asks : instrument.bids;
  const isPostOnly = command.timeInForce === 'gtx' || instrument.state === 'post_only';
  if (isPostOnly && wouldTake(side, price)) return refuse('post_only_would_take');
  const paid = account.positionIn(isBuy ? instrument.quote : instrument.base);
  const needed = isBuy ? money.reserve(lotCost, quantity) : money.baseAmount(quantity);
  if (availableIn(paid, placement) < needBeyond(partner, needed)) return refuse('insufficient_funds');
  const want: Want = { account, side, worstKey: side.keyOf(price), lots: quantity, value: null };
  if (command.timeInForce === 'fok' && !survey(money, want).isDone) return refuse('fok_not_filled');

  // Nothing below can be refused.
  if (leaving !== null) {
    if (keepsPlace(leaving.order, command)) return takePlace(state, leaving.order, command, placement, stamp);
    leave(state, leaving, stamp);
  }
  const order = createOrder(state, command, placement, stamp);
  order.pair = partner;
  const walk = execute(state, order, want, stamp);
  return conclude(state, order, walk, lotCost, stamp);
}

/** True when a limit order at this price would meet the best of the other side. */
export function wouldTake(otherSide: BookSide, price: number): boolean {
  return otherSide.best !== null && otherSide.best.key >= otherSide.keyOf(price);
}
