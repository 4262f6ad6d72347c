/**
 * Display quantities: an iceberg order shows one part at a time.
 *
 * When the part shown is taken, the order shows the next one and goes behind the others at its price. An incoming order
 * takes with its whole quantity, whatever it would show.
 */
import type { Order } from '../../book/order.ts';
import type { PriceLevel } from '../../book/price-level.ts';
import { canRest } from '../order-conditions.ts';
import type { ConditionalOrder } from '../order-conditions.ts';

const partsMax = 100n; // each part is a separate trade for an order that takes them all

/** True when an order may show the part it asks to show. Orders that never rest have no display quantity. */
export function isDisplayQuantityValid(command: ConditionalOrder): boolean {
  if (command.terms === null || command.terms.displayQuantity === 0n) return true;
  const { displayQuantity } = command.terms;
  if (displayQuantity < 0n || displayQuantity > command.quantity) return false;
  return displayQuantity * partsMax >= command.quantity && canRest(command);
}

/** Returns how many of `remaining` lots an order shows in its next part. */
export function computeNextPart(order: Order, remaining: bigint): bigint {
  const displayQuantity = order.terms?.displayQuantity ?? 0n;
  return displayQuantity > 0n && displayQuantity < remaining ? displayQuantity : remaining;
}

/** Shows the next part of an order: everything beyond its display quantity is hidden. */
export function refillShown(order: Order): void {
  order.hidden = order.terms === null ? 0n : order.remaining - computeNextPart(order, order.remaining);
}

/** Shows the next part of a resting order whose shown part was taken: behind the others at its price. */
export function showNextPart(order: Order, level: PriceLevel): void {
  refillShown(order);
  level.remove(order);
  level.append(order);
}

/** Hides whatever an order has beyond `shown` lots: a smaller or replaced order never shows more than before. */
export function limitShown(order: Order, shown: bigint): void {
  order.hidden = order.remaining > shown ? order.remaining - shown : 0n;
}
