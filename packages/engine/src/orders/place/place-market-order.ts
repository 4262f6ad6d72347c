/**
 * Market orders: by quantity, or by value in the quote product. They take what the book offers within the price
 * collar, no worse than the price that they may name, and never rest.
 */
import { refuse } from '@salar/protocol';
import type { OutcomeOf, PlaceMarketOrder, PlaceOrder, PlaceOrderRefusal, Stamp } from '@salar/protocol';
import { computeCollarPrice } from '../../catalog/collar.ts';
import type { InstrumentEntry } from '../../state/instrument-entry.ts';
import type { State } from '../../state/state.ts';
import { finishOrder } from '../match/finish-order.ts';
import { matchOrder } from '../match/match-order.ts';
import { removeReplaced } from '../remove-replaced.ts';
import { getAvailable } from '../order-holds.ts';
import { isImmediate } from '../order-conditions.ts';
import { createOrder } from '../placement.ts';
import type { Placement } from '../placement.ts';
import { findNotionalRefusal, findSizeRefusal, isPrice, isQuantity } from '../order-limits.ts';
import { previewMatch } from '../match/preview-match.ts';
import { lotsUnbounded } from '../match/match-request.ts';
import type { MatchRequest } from '../match/match-request.ts';

export function placeMarketOrder(
  state: State,
  command: PlaceMarketOrder,
  placement: Placement,
  stamp: Stamp,
): OutcomeOf<PlaceOrder> {
  const { instrument, replaced } = placement;
  if (!isImmediate(command)) return refuse('time_in_force_invalid');
  const malformed = findAmountRefusal(instrument, command);
  if (malformed !== null) return refuse(malformed);
  if (placement.isIdInUse) return refuse('client_order_id_in_use');
  const side = command.side === 'buy' ? instrument.asks : instrument.bids;
  if (side.best === null) return refuse('no_market');
  const request = buildMatchRequest(command, placement);
  if (!isAffordable(command, request, placement)) return refuse('insufficient_funds');
  if (command.timeInForce === 'fok' && !previewMatch(instrument.money, request).isComplete)
    return refuse('fok_not_filled');

  // Nothing below can be refused.
  if (replaced !== null) removeReplaced(state, replaced, stamp);
  const order = createOrder(state, command, placement, stamp);
  const result = matchOrder(state, order, request, stamp);
  return finishOrder(state, order, result, 0n, stamp);
}

/** By quantity, the notional is judged at the best price; by value, the value is the notional. */
function findAmountRefusal(instrument: InstrumentEntry, command: PlaceMarketOrder): PlaceOrderRefusal | null {
  const { quantity, value } = command;
  const isByQuantity = isQuantity(quantity) && value === 0n;
  const isByValue = value > 0n && quantity === 0n;
  if (!isByQuantity && !isByValue) return 'quantity_invalid';
  if (command.price !== 0 && !isPrice(command.price)) return 'price_invalid';
  if (isByValue) return findNotionalRefusal(instrument, value);
  const { best } = command.side === 'buy' ? instrument.asks : instrument.bids;
  return findSizeRefusal(instrument, quantity, best === null ? null : best.lotCost);
}

function buildMatchRequest(command: PlaceMarketOrder, placement: Placement): MatchRequest {
  const { account, instrument } = placement;
  const isBuy = command.side === 'buy';
  const side = isBuy ? instrument.asks : instrument.bids;
  const collarKey = side.toKey(computeCollarPrice(instrument, command.side));
  const worstKey = command.price === 0 ? collarKey : Math.max(collarKey, side.toKey(command.price));
  if (command.value === 0n) return { account, side, worstKey, lots: command.quantity, value: null };
  // A sell by value continues until the value is received or the account has nothing left to sell.
  const lots = isBuy ? lotsUnbounded : getAvailable(instrument.base, placement) / instrument.money.lotSize;
  return { account, side, worstKey, lots, value: command.value };
}

/** A buy by quantity must be able to pay for what the book offers; a sell by value needs one lot at least. */
function isAffordable(command: PlaceMarketOrder, request: MatchRequest, placement: Placement): boolean {
  const { money, base, quote } = placement.instrument;
  if (command.side === 'sell') {
    const lots = request.value === null ? request.lots : 1n;
    return getAvailable(base, placement) >= money.baseAmount(lots);
  }
  const cost = request.value ?? previewMatch(money, request).notional;
  return getAvailable(quote, placement) >= cost;
}
