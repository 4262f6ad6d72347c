/** Limit orders: good till canceled or till a date, immediate or cancel, fill or kill, post-only. */
import { refuse } from '@salar/protocol';
import type { OutcomeOf, PlaceLimitOrder, PlaceOrder, Stamp } from '@salar/protocol';
import { boundLimitPrice } from '../../catalog/collar.ts';
import type { State } from '../../state/state.ts';
import { keepsQueuePosition, inheritQueuePosition } from '../queue-position.ts';
import { removeReplaced } from '../remove-replaced.ts';
import { isDisplayQuantityValid } from '../match/display-quantity.ts';
import { finishOrder } from '../match/finish-order.ts';
import { matchOrder } from '../match/match-order.ts';
import type { MatchRequest } from '../match/match-request.ts';
import { previewMatch, wouldTake } from '../match/preview-match.ts';
import { findPartner } from '../oco.ts';
import { hasFunds } from '../order-holds.ts';
import { isExpiryValid, isImmediate } from '../order-conditions.ts';
import { findSizeRefusal, isPrice, isQuantity } from '../order-limits.ts';
import { createOrder, hasTooManyOpenOrders } from '../placement.ts';
import type { Placement } from '../placement.ts';

/**
 * Places a limit order: all refusals in the documented order, then matching within the collar of limit
 * orders; then the remainder rests or is canceled.
 */
export function placeLimitOrder(
  state: State,
  command: PlaceLimitOrder,
  placement: Placement,
  stamp: Stamp,
): OutcomeOf<PlaceOrder> {
  const { account, instrument, replaced } = placement;
  const { money } = instrument;
  const { price, quantity, timeInForce } = command;
  if (!isQuantity(quantity)) return refuse('quantity_invalid');
  if (!isDisplayQuantityValid(command)) return refuse('display_quantity_invalid');
  if (!isPrice(price)) return refuse('price_invalid');
  if (!isExpiryValid(command, stamp.at)) return refuse('expiry_invalid');
  const lotCost = money.lotCost(price);
  const sizeRefusal = findSizeRefusal(instrument, quantity, lotCost);
  if (sizeRefusal !== null) return refuse(sizeRefusal);
  const partner = findPartner(state, command, placement);
  if (partner === undefined) return refuse('oco_invalid');
  if (placement.isIdInUse) return refuse('client_order_id_in_use');
  if (!isImmediate(command) && hasTooManyOpenOrders(state, placement)) return refuse('too_many_open_orders');
  const side = command.side === 'buy' ? instrument.asks : instrument.bids;
  const isPostOnly = timeInForce === 'gtx' || instrument.state === 'post_only';
  if (isPostOnly && wouldTake(side, price)) return refuse('post_only_would_take');
  if (!hasFunds(placement, command, lotCost, partner)) return refuse('insufficient_funds');
  const worstKey = side.toKey(boundLimitPrice(instrument, command.side, price));
  const request: MatchRequest = { account, side, worstKey, lots: quantity, value: null };
  if (timeInForce === 'fok' && !previewMatch(money, request).isComplete) return refuse('fok_not_filled');

  // Nothing below can be refused.
  if (replaced !== null) {
    if (keepsQueuePosition(replaced.order, command))
      return inheritQueuePosition(state, replaced.order, command, placement, stamp);
    removeReplaced(state, replaced, stamp);
  }
  const order = createOrder(state, command, placement, stamp);
  order.pair = partner;
  const result = matchOrder(state, order, request, stamp);
  return finishOrder(state, order, result, lotCost, stamp);
}
