/**
 * Display quantities: an iceberg order shows one part at a time.
 *
 * When the part shown is taken, the order shows the next one and goes behind the others at its price. An incoming
 * order matches with its whole quantity, whatever it would show.
 */
import type { Order } from '../../book/order.ts';
import type { PriceLevel } from '../../book/price-level.ts';
import { canRest } from '../order-conditions.ts';
import type { ConditionalOrder } from '../order-conditions.ts';

const partsMax = 100n; // each part is a separate trade for an order that takes all of them

/** True when an order's display quantity is valid. An order that never rests has none. */
export function isDisplayQuantityValid(command: ConditionalOrder): boolean {
  if (command.terms === null || command.terms.displayQuantity === 0n) return true;
  const { displayQuantity } = command.terms;
  if (displayQuantity < 0n || displayQuantity > command.quantity) return false;
  return displayQuantity * partsMax >= command.quantity && canRest(command);
}

/** Returns how many of `remaining` lots an order shows as its next part. */
export function computeNextPart(order: Order, remaining: bigint): bigint {
  const displayQuantity = order.terms?.displayQuantity ?? 0n;
  return displayQuantity > 0n && displayQuantity < remaining ? displayQuantity : remaining;
}

/** Shows the next part of an order and hides everything beyond it. */
export function refillShown(order: Order): void {
  order.hidden = order.terms === null ? 0n : order.remaining - computeNextPart(order, order.remaining);
}

/**
 * Shows the next part of a resting order whose shown part was taken, and moves the order behind the others at its
 * price.
 */
export function showNextPart(order: Order, level: PriceLevel): void {
  refillShown(order);
  level.remove(order);
  level.append(order);
}

/** Hides everything beyond `shown` lots: an order that is reduced or replaced never shows more than before. */
export function limitShown(order: Order, shown: bigint): void {
  order.hidden = order.remaining > shown ? order.remaining - shown : 0n;
}
