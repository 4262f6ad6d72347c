/** What an order that can rest or wait may ask for besides: parts to show, an expiry, a pair. */
import type { Millis, PlaceLimitOrder, PlaceStopOrder } from '@salar/protocol';
import { isWaiting } from '../../book/order.ts';
import type { Order } from '../../book/order.ts';
import type { State } from '../../state/state.ts';
import { isLeaving } from '../change/replaced-order.ts';
import { isImmediate } from './placement.ts';
import type { Placement } from './placement.ts';

type OrderWithTerms = PlaceLimitOrder | PlaceStopOrder;

const partsMax = 100n; // each part shown is a trade of its own for whoever takes them all

export function isDisplayValid(command: OrderWithTerms): boolean {
  if (command.terms === null || command.terms.displayQuantity === 0n) return true;
  const { displayQuantity } = command.terms;
  if (displayQuantity < 0n || displayQuantity > command.quantity) return false;
  return displayQuantity * partsMax >= command.quantity && canRest(command);
}

export function isExpiryValid({ timeInForce, terms }: OrderWithTerms, now: Millis): boolean {
  const expiresAt = terms?.expiresAt ?? 0;
  return timeInForce === 'gtd' ? Number.isSafeInteger(expiresAt) && expiresAt > now : expiresAt === 0;
}

/** The order to make a pair with: null when none is asked for, undefined when there is none to be had. */
export function partnerOf(
  state: State,
  command: OrderWithTerms,
  placement: Placement,
): Order | null | undefined {
  const ocoOrderId = command.terms?.ocoOrderId ?? 0;
  if (command.terms === null || ocoOrderId === 0) return null;
  const partner = state.orders.get(command.terms.ocoOrderId);
  return partner !== undefined && canPair(partner, command, placement) ? partner : undefined;
}

/** One of a pair rests, the other waits. */
function canPair(
  partner: Order,
  command: OrderWithTerms,
  { account, instrument, leaving }: Placement,
): boolean {
  if (partner.account !== account || partner.instrument !== instrument || partner.side !== command.side) {
    return false;
  }
  if (isLeaving(leaving, partner)) return false;
  if (partner.pair !== null && !isLeaving(leaving, partner.pair)) return false;
  if (command.orderType === 'limit') return isWaiting(partner) && !isImmediate(command);
  return partner.orderType === 'limit';
}

/** A stop without a limit: it takes what there is when its trigger comes, and never rests. */
export function isStopMarket({ orderType }: OrderWithTerms): boolean {
  return orderType === 'stop_market' || orderType === 'trailing_stop_market';
}

function canRest(command: OrderWithTerms): boolean {
  return !isStopMarket(command) && !isImmediate(command);
}
