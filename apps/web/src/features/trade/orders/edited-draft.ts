/** Converts an open order to a draft of its replacement. */
import { toFieldText } from '@salar/ui';
import { add, isPositive, multiply } from '../../../money/decimal.ts';
import type { OrderType, TimeInForce } from '../../../api/calls/orders/place-order.ts';
import type { OpenOrder } from '../../../api/records/order.ts';
import { emptyDraft, triggers } from '../entry/order-draft.ts';
import type { SingleDraft } from '../entry/order-draft.ts';

const editedTypes: readonly OrderType[] = [
  'Limit',
  'Market',
  'StopLimit',
  'StopMarket',
  'TrailingStopLimit',
  'TrailingStopMarket',
];
const timesInForce: readonly TimeInForce[] = ['GTC', 'GTD', 'IOC', 'FOK'];

/** @returns null for an order of a type unknown to this page */
export function toDraft(order: OpenOrder): SingleDraft | null {
  const orderType = toOrderType(order);
  if (orderType === undefined) return null;
  const filled = (amount: string) => (isPositive(amount) ? toFieldText(amount) : '');
  return {
    ...emptyDraft,
    side: order.side === 'Sell' ? 'sell' : 'buy',
    orderType,
    amounts: {
      ...emptyDraft.amounts,
      price: filled(order.limitPrice),
      stopPrice: filled(order.stopPrice),
      trailingAmount: filled(order.trailingAmount),
      limitOffset: filled(order.limitOffset),
      quantity: toFieldText(order.remaining),
      display: toFieldText(order.display ?? ''),
    },
    timeInForce: timesInForce.find((one) => one === order.timeInForce) ?? 'GTC',
    expiresAt: order.expiresAt === 0 ? null : order.expiresAt,
    isPostOnly: order.isPostOnly,
    isIceberg: order.display !== null,
    trigger: triggers.find((one) => one === order.trigger) ?? 'Last',
  };
}

/** Returns the open order that is the other half of this one's pair: either of the two may name the other. */
export function findOtherHalf(order: OpenOrder, orders: readonly OpenOrder[]): OpenOrder | undefined {
  return orders.find(
    ({ orderId, ocoOrderId }) => orderId === order.ocoOrderId || ocoOrderId === order.orderId,
  );
}

/** Computes the balance available to the new order: the old one releases its hold. */
export function computeAvailableAfter(
  order: OpenOrder,
  available: { readonly base: string; readonly quote: string } | null,
): { readonly base: string; readonly quote: string } | null {
  if (available === null) return null;
  if (order.side === 'Sell') return { ...available, base: add(available.base, order.remaining) };
  const price = isPositive(order.limitPrice) ? order.limitPrice : order.stopPrice;
  return { ...available, quote: add(available.quote, multiply(price, order.remaining)) };
}

/** A triggered stop is edited as the limit order it has become. */
function toOrderType({ orderType, isWaiting }: OpenOrder): OrderType | undefined {
  if (orderType.includes('Stop') && !isWaiting) return 'Limit';
  return editedTypes.find((one) => one === orderType);
}
