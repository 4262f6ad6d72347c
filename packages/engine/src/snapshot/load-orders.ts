/** Reads the open orders and the remembered client order ids. */
import { decodeBatch, lots, millis, minor, orderId, ticks } from '@salar/protocol';
import type { OrderId, PlaceOrder } from '@salar/protocol';
import { Order } from '../book/order.ts';
import { ClientOrders } from '../orders/place/client-orders.ts';
import { indexOrder, appendToQueue } from '../orders/book-entry.ts';
import type { AccountRow } from '../state/accounts.ts';
import type { State } from '../state/state.ts';
import type { SnapshotReader } from './snapshot-reader.ts';
import { sortById } from './collections.ts';
import * as format from './format.ts';
import { requireDefined, SnapshotError } from './snapshot-error.ts';

/** Books first, then stops, so that refilling a book triggers nothing. */
export function loadOrders(state: State, input: SnapshotReader): void {
  const pairs: { readonly order: Order; readonly pairId: OrderId }[] = [];
  const orders = loadCommands(input).map((command) => {
    const { order, pairId } = loadOrder(state, input, command);
    indexOrder(state, order);
    if (pairId !== 0) pairs.push({ order, pairId });
    return order;
  });
  for (const { order, pairId } of pairs) order.pair = requireDefined(state.orders.get(pairId));
  for (const [, instrument] of sortById(state.instruments)) {
    for (let side = 0; side < 2; side++) {
      input.list(() => {
        const order = requireDefined(state.orders.get(orderId(input.number())));
        appendToQueue(order, instrument.money.lotCost(order.price));
      });
    }
  }
  for (const order of orders) if (order.stop?.isWaiting === true) order.instrument.stops.add(order);
}

export function loadClientOrders(state: State, account: AccountRow, input: SnapshotReader): void {
  for (const command of loadCommands(input)) {
    const details = state.accounts.openDetails(account);
    details.clientOrders ??= new ClientOrders();
    const replacedId = orderId(input.number());
    details.clientOrders.restore({
      command,
      replacedId: replacedId === 0 ? null : replacedId,
      placed: {
        orderId: orderId(input.number()),
        status: input.choice(format.placedStatuses),
        executed: lots(input.amount()),
        notional: minor(input.amount()),
        repeated: false,
      },
    });
  }
}

function loadOrder(state: State, input: SnapshotReader, command: PlaceOrder) {
  const id = orderId(input.number());
  const remaining = input.amount();
  const hidden = input.amount();
  const notional = input.amount();
  const receivedAt = millis(input.number());
  const updatedAt = millis(input.number());
  const pairId = orderId(input.number());
  const originId = orderId(input.number());
  const origin = originId === 0 ? null : { orderId: originId, clientOrderId: input.number() };
  const account = requireDefined(state.accounts.get(command.accountId));
  const instrument = requireDefined(state.instruments.get(command.instrumentId));
  const order = new Order(id, account, instrument, command, receivedAt, origin);
  order.remaining = remaining;
  order.hidden = hidden;
  order.notional = notional;
  order.updatedAt = updatedAt;
  if ('stop' in command) {
    const currentStop = ticks(input.number());
    const isWaiting = input.boolean();
    const reservePrice = ticks(input.number());
    const reserveLotCost = instrument.money.lotCost(reservePrice);
    const { stop: terms } = command;
    order.stop = { terms, currentStop, group: null, isWaiting, reservePrice, reserveLotCost };
  }
  return { order, pairId };
}

function loadCommands(input: SnapshotReader): PlaceOrder[] {
  if (!input.boolean()) return [];
  return decodeBatch(input.bytes()).commands.map((command) => {
    if (command.type !== 'PlaceOrder') throw new SnapshotError(`a ${command.type} is not an order`);
    return command;
  });
}
