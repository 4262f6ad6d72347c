/**
 * Funds of orders: what a new order needs, what an open one holds, and placing and releasing holds.
 *
 * A buy needs price x quantity in the quote product, rounded up; a sell needs its quantity in the base product.
 * Fees are taken from the product received, so no order sets anything aside for them.
 */
import { assert } from '@salar/protocol';
import type { Side } from '@salar/protocol';
import { isWaiting } from '../book/order.ts';
import type { Order } from '../book/order.ts';
import type { ProductEntry } from '../state/product-entry.ts';
import type { Placement } from './placement.ts';

/**
 * True when the account has the funds that a new order would set aside.
 *
 * @param lotCost of the price for which a buy sets funds aside; see `Money`
 * @param partner the other half of its pair
 */
export function hasFunds(
  placement: Placement,
  { side, quantity }: { readonly side: Side; readonly quantity: bigint },
  lotCost: bigint,
  partner: Order | null,
): boolean {
  const { account, instrument, replaced } = placement;
  const { money } = instrument;
  const needed = side === 'buy' ? money.reserve(lotCost, quantity) : money.baseAmount(quantity);
  const product = getPaidProduct({ instrument, side });
  const missing = computeNeedBeyond(partner, needed) - (replaced === null ? 0n : replaced.funds);
  return product.positions.covers(account, missing);
}

/** Returns the minor units that a new order can use, including what the order that it replaces sets aside. */
export function getAvailable(product: ProductEntry, { account, replaced }: Placement): bigint {
  const available = product.positions.available(account);
  return replaced === null ? available : available + replaced.funds;
}

/** Holds what the order's remainder may still cost. */
export function placeHold(order: Order): void {
  getPaidProduct(order).positions.hold(order.account, computeHold(order));
}

/** Releases what the order's remainder had held. */
export function releaseHold(order: Order): void {
  getPaidProduct(order).positions.release(order.account, computeHold(order));
}

/** Returns the product that an order pays with. */
export function getPaidProduct({ instrument, side }: Pick<Order, 'instrument' | 'side'>): ProductEntry {
  return side === 'buy' ? instrument.quote : instrument.base;
}

/** Computes what the remaining quantity may still cost, in minor units of the product that the order pays with. */
export function computeNeed(order: Order): bigint {
  const { money } = order.instrument;
  if (order.side === 'sell') return money.baseAmount(order.remaining);
  if (isWaiting(order)) return money.reserve(order.stop.reserveLotCost, order.remaining);
  assert(order.level !== null, 'an open order rests or waits');
  return money.reserve(order.level.lotCost, order.remaining);
}

/** Computes what an open order holds beyond its partner's hold: together, a pair holds what its dearer half needs. */
export function computeHold(order: Order): bigint {
  return computeNeedBeyond(order.pair, computeNeed(order));
}

function computeNeedBeyond(partner: Order | null, needed: bigint): bigint {
  if (partner === null) return needed;
  const covered = computeNeed(partner);
  return needed > covered ? needed - covered : 0n;
}
