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
import type { Position } from '../ledger/position.ts';
import type { AccountEntry } from '../state/account-entry.ts';
import type { InstrumentEntry } from '../state/instrument-entry.ts';
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
  const { account, instrument } = placement;
  const { money } = instrument;
  const needed = side === 'buy' ? money.reserve(lotCost, quantity) : money.baseAmount(quantity);
  return (
    getAvailable(getPayingPosition(account, instrument, side), placement) >=
    computeNeedBeyond(partner, needed)
  );
}

/** Returns the minor units that a new order can use, including what the order that it replaces sets aside. */
export function getAvailable(position: Position, { replaced }: Placement): bigint {
  return replaced === null ? position.available : position.available + replaced.funds;
}

/** Holds what the order's remainder may still cost. */
export function placeHold(order: Order): void {
  const position = getOrderPosition(order);
  position.hold(computeHold(order));
  position.assertSound();
}

/** Releases what the order's remainder had held. */
export function releaseHold(order: Order): void {
  const position = getOrderPosition(order);
  position.release(computeHold(order));
  position.assertSound();
}

/** Returns the position that an order pays from. */
export function getOrderPosition({ account, instrument, side }: Order): Position {
  return getPayingPosition(account, instrument, side);
}

function getPayingPosition(account: AccountEntry, instrument: InstrumentEntry, side: Side): Position {
  return account.positionIn(side === 'buy' ? instrument.quote : instrument.base);
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
