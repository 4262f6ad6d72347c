/**
 * Writes the open orders and the remembered client order ids.
 *
 * Orders are written as the commands of the journal. Queues are written too: an order that shows its next part, is
 * a replacement, or has been triggered is not at the queue position of its age.
 */
import { assert, encodeBatch, lots } from '@salar/protocol';
import type { OrderType, PlaceOrder, StopTerms, StopType } from '@salar/protocol';
import type { BookSide } from '../book/book-side.ts';
import { getCurrentStop } from '../book/order.ts';
import type { Order, Stop } from '../book/order.ts';
import type { ClientOrder } from '../orders/place/client-orders.ts';
import type { State } from '../state/state.ts';
import type { SnapshotWriter } from './snapshot-writer.ts';
import { sortById, writeList } from './collections.ts';
import * as format from './format.ts';

/** Writes the orders by age, then both queues of each instrument, best price first. */
export function saveOrders(state: State, out: SnapshotWriter): void {
  const orders = [...state.orders.values()];
  saveCommands(out, orders.map(toPlaceOrder));
  for (const order of orders) saveProgress(out, order);
  for (const [, { bids, asks }] of sortById(state.instruments)) {
    saveQueue(out, bids);
    saveQueue(out, asks);
  }
}

/** Oldest first: the order in which they are forgotten. */
export function saveClientOrders(out: SnapshotWriter, clientOrders: readonly ClientOrder[]): void {
  saveCommands(
    out,
    clientOrders.map(({ command }) => command),
  );
  for (const { replacedId, placed } of clientOrders) {
    out.number(replacedId ?? 0);
    out.number(placed.orderId);
    out.choice(format.placedStatuses, placed.status);
    out.amount(placed.executed);
    out.amount(placed.notional);
  }
}

/** Most accounts have none, so an empty list is a single flag. */
function saveCommands(out: SnapshotWriter, commands: readonly PlaceOrder[]): void {
  out.boolean(commands.length > 0);
  if (commands.length === 0) return;
  out.bytes(encodeBatch({ engineVersion: format.formatVersion, commands }));
}

function saveProgress(out: SnapshotWriter, order: Order): void {
  out.number(order.orderId);
  out.amount(order.remaining);
  out.amount(order.hidden);
  out.amount(order.notional);
  out.number(order.receivedAt);
  out.number(order.updatedAt);
  out.number(order.pair?.orderId ?? 0);
  out.number(order.origin?.orderId ?? 0);
  if (order.origin !== null) out.number(order.origin.clientOrderId);
  if (order.stop !== null) saveStop(out, order.stop);
}

function saveStop(out: SnapshotWriter, stop: Stop): void {
  out.number(getCurrentStop(stop));
  out.boolean(stop.isWaiting);
  out.number(stop.reservePrice);
}

function saveQueue(out: SnapshotWriter, side: BookSide): void {
  const orderIds: number[] = [];
  for (let level = side.best; level !== null; level = level.worse) {
    for (let order = level.oldest; order !== null; order = level.next(order)) orderIds.push(order.orderId);
  }
  writeList(out, orderIds, (orderId) => out.number(orderId));
}

/**
 * Converts an open order to a command that would place it as it is now. Written as one literal: spreads cost more
 * than everything else here.
 */
function toPlaceOrder(order: Order): PlaceOrder {
  const command = {
    type: 'PlaceOrder',
    accountId: order.accountId,
    userId: order.userId,
    instrumentId: order.instrumentId,
    side: order.side,
    orderType: order.orderType,
    timeInForce: order.timeInForce,
    clientOrderId: order.clientOrderId,
    isQuote: order.isQuote,
    price: order.price,
    quantity: lots(order.quantity),
    terms: order.terms,
    stop: order.stop === null ? null : order.stop.terms,
  } as const;
  assert(isOpenKind(command), 'only limit orders and stops are open');
  return command;
}

type OpenKind = { readonly orderType: 'limit' } | { readonly orderType: StopType; readonly stop: StopTerms };

function isOpenKind<A extends { readonly orderType: OrderType; readonly stop: StopTerms | null }>(
  command: A,
): command is A & OpenKind {
  return command.orderType === 'limit' || (command.orderType !== 'market' && command.stop !== null);
}
