/**
 * Market orders: by quantity, or by value in the quote product. They take what the book offers inside the price
 * collar and never rest.
 */
import { orderId, refuse } from '@salar/protocol';
import type { OutcomeOf, PlaceMarketOrder, PlaceOrder, PlaceOrderRefusal, Stamp } from '@salar/protocol';
import { Order } from '../book/order.ts';
import { collarPriceOf } from '../catalog/collar.ts';
import type { AccountEntry } from '../state/account-entry.ts';
import type { InstrumentEntry } from '../state/instrument-entry.ts';
import type { State } from '../state/state.ts';
import { conclude } from './conclude.ts';
import { execute } from './execute.ts';
import { lotsMax } from './limits.ts';
import type { Placement } from './place-order.ts';
import { survey } from './survey.ts';
import { lotsUnbounded } from './want.ts';
import type { Want } from './want.ts';

export function placeMarketOrder(
  state: State,
  command: PlaceMarketOrder,
  placement: Placement,
  stamp: Stamp,
): OutcomeOf<PlaceOrder> {
  const { account, instrument } = placement;
  const malformed = refusalOfAmounts(instrument, command);
  if (malformed !== null) return refuse(malformed);
  if (placement.isIdInUse) return refuse('client_order_id_in_use');
  const side = command.side === 'buy' ? instrument.asks : instrument.bids;
  if (side.best === null) return refuse('no_market');
  const want = wantOf(account, instrument, command);
  if (!isAffordable(account, instrument, command, want)) return refuse('insufficient_funds');
  if (command.timeInForce === 'fok' && !survey(instrument.money, want).isDone)
    return refuse('fok_not_filled');

  // Nothing below can be refused.
  const order = new Order(orderId(state.nextOrderId), account, instrument, command, stamp.at);
  state.nextOrderId = orderId(order.orderId + 1);
  const walk = execute(state, order, want, stamp);
  return conclude(state, order, walk, 0n);
}

/** By quantity, the notional is judged at the best price there is; by value, the value is the notional. */
function refusalOfAmounts(instrument: InstrumentEntry, command: PlaceMarketOrder): PlaceOrderRefusal | null {
  const { money } = instrument;
  const { quantity, value } = command;
  const isByQuantity = quantity > 0n && quantity <= lotsMax && value === 0n;
  const isByValue = value > 0n && quantity === 0n;
  if (!isByQuantity && !isByValue) return 'quantity_invalid';
  if (isByValue) return value < instrument.notionalMin ? 'notional_below_minimum' : null;
  if (quantity < instrument.quantityMin) return 'quantity_below_minimum';
  const { best } = command.side === 'buy' ? instrument.asks : instrument.bids;
  if (best === null) return null;
  return money.notional(best.lotCost, quantity) < instrument.notionalMin ? 'notional_below_minimum' : null;
}

function wantOf(account: AccountEntry, instrument: InstrumentEntry, command: PlaceMarketOrder): Want {
  const isBuy = command.side === 'buy';
  const side = isBuy ? instrument.asks : instrument.bids;
  const worstKey = side.keyOf(collarPriceOf(instrument, command.side));
  if (command.value === 0n) return { account, side, worstKey, lots: command.quantity, value: null };
  // A sell by value goes on until the value is received or the account has nothing left to sell.
  const lots = isBuy
    ? lotsUnbounded
    : account.positionIn(instrument.base).available / instrument.money.lotSize;
  return { account, side, worstKey, lots, value: command.value };
}

/** A buy by quantity must be able to pay for what the book offers it; a sell by value needs one lot at least. */
function isAffordable(
  account: AccountEntry,
  instrument: InstrumentEntry,
  command: PlaceMarketOrder,
  want: Want,
): boolean {
  const { money } = instrument;
  if (command.side === 'sell') {
    const lots = want.value === null ? want.lots : 1n;
    return account.positionIn(instrument.base).available >= money.baseAmount(lots);
  }
  const cost = want.value ?? survey(money, want).notional;
  return account.positionIn(instrument.quote).available >= cost;
}
