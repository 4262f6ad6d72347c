/** The terms of an order besides price and quantity: display quantity, expiry, pair; and whether it can rest at all. */
import type { Millis, OrderTerms, PlaceLimitOrder, PlaceOrder, PlaceStopOrder } from '@salar/protocol';

/** An order that can rest or wait, and may therefore have terms. */
export type ConditionalOrder = PlaceLimitOrder | PlaceStopOrder;

/** Returns an order's further terms; null if it has none, which is always so for market orders. */
export function getTerms(command: PlaceOrder): OrderTerms | null {
  return command.orderType === 'market' ? null : command.terms;
}

/** True when a `gtd` order expires later than now, and when any other order has no expiry. */
export function isExpiryValid({ timeInForce, terms }: ConditionalOrder, now: Millis): boolean {
  const expiresAt = terms?.expiresAt ?? 0;
  return timeInForce === 'gtd' ? Number.isSafeInteger(expiresAt) && expiresAt > now : expiresAt === 0;
}

/** True for an order that takes what is available at once and never rests. */
export function isImmediate({ timeInForce }: PlaceOrder): boolean {
  return timeInForce === 'ioc' || timeInForce === 'fok';
}

/** True for a stop without a limit: when triggered it takes what is available, and never rests. */
export function isStopMarket({ orderType }: ConditionalOrder): boolean {
  return orderType === 'stop_market' || orderType === 'trailing_stop_market';
}

/** True when the remainder of an order stays in the book. */
export function canRest(command: ConditionalOrder): boolean {
  return !isStopMarket(command) && !isImmediate(command);
}
