/** Limit orders: good till canceled, immediate or cancel, fill or kill. */
import { houseAccounts, orderId, refuse } from '@salar/protocol';
import type { OutcomeOf, PlaceLimitOrder, PlaceOrder, Stamp } from '@salar/protocol';
import { Order } from '../book/order.ts';
import type { AccountEntry } from '../state/account-entry.ts';
import type { State } from '../state/state.ts';
import { conclude } from './conclude.ts';
import { execute } from './execute.ts';
import { lotsMax } from './limits.ts';
import type { Placement } from './place-order.ts';
import { survey } from './survey.ts';
import type { Want } from './want.ts';

const openOrdersMax = 500; // of a customer: bounds what one account can ask of the book
const openQuotesMax = 5_000; // of the house's liquidity: several levels on every instrument

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
  const { account, instrument } = placement;
  const { money } = instrument;
  const { price, quantity } = command;
  if (quantity <= 0n || quantity > lotsMax) return refuse('quantity_invalid');
  if (!Number.isSafeInteger(price) || price < 1) return refuse('price_invalid');
  if (quantity < instrument.quantityMin) return refuse('quantity_below_minimum');
  const lotCost = money.lotCost(price);
  if (money.notional(lotCost, quantity) < instrument.notionalMin) return refuse('notional_below_minimum');
  if (placement.isIdInUse) return refuse('client_order_id_in_use');
  const mayRest = command.timeInForce === 'gtc';
  if (mayRest && account.openOrderCount >= openOrdersMaxOf(account)) return refuse('too_many_open_orders');
  const isBuy = command.side === 'buy';
  const paid = account.positionIn(isBuy ? instrument.quote : instrument.base);
  const needed = isBuy ? money.reserve(lotCost, quantity) : money.baseAmount(quantity);
  if (paid.available < needed) return refuse('insufficient_funds');
  const side = isBuy ? instrument.asks : instrument.bids;
  const want: Want = { account, side, worstKey: side.keyOf(price), lots: quantity, value: null };
  if (command.timeInForce === 'fok' && !survey(money, want).isDone) return refuse('fok_not_filled');

  // Nothing below can be refused.
  const order = new Order(orderId(state.nextOrderId), account, instrument, command, stamp.at);
  state.nextOrderId = orderId(order.orderId + 1);
  const walk = execute(state, order, want, stamp);
  return conclude(state, order, walk, lotCost);
}

function openOrdersMaxOf(account: AccountEntry): number {
  return account.accountId === houseAccounts.liquidity ? openQuotesMax : openOrdersMax;
}
