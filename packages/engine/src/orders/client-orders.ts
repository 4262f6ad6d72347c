/** What an account's client order ids stand for, so that an order told twice is placed once. */
import type { OrderId, OrderPlaced, PlaceOrder } from '@salar/protocol';

const rememberedMax = 10_000; // per account; more than any account may have open

export type ClientOrder = {
  readonly command: PlaceOrder;
  /** The first outcome. */
  readonly placed: OrderPlaced;
};

export class ClientOrders {
  /** From the oldest to the newest. */
  readonly #byId = new Map<number, ClientOrder>();

  find(clientOrderId: number): ClientOrder | undefined {
    return this.#byId.get(clientOrderId);
  }

  /** Remembers the newest; beyond the bound the oldest is forgotten, unless its order is open. */
  remember(order: ClientOrder, isOpen: (orderId: OrderId) => boolean): void {
    const { clientOrderId } = order.command;
    this.#byId.delete(clientOrderId);
    this.#byId.set(clientOrderId, order);
    while (this.#byId.size > rememberedMax) {
      for (const [oldestId, oldest] of this.#byId) {
        this.#byId.delete(oldestId);
        if (isOpen(oldest.placed.orderId)) this.#byId.set(oldestId, oldest);
        break;
      }
    }
  }

  /** Takes one back from a snapshot, where they stand from the oldest to the newest. */
  restore(order: ClientOrder): void {
    this.#byId.set(order.command.clientOrderId, order);
  }

  values(): IterableIterator<ClientOrder> {
    return this.#byId.values();
  }
}

/** The same instruction, to the last field. */
export function isSameOrder(a: PlaceOrder, b: PlaceOrder): boolean {
  return (
    a.instrumentId === b.instrumentId &&
    a.side === b.side &&
    a.timeInForce === b.timeInForce &&
    a.quantity === b.quantity &&
    a.userId === b.userId &&
    a.isQuote === b.isQuote &&
    (a.orderType === 'limit'
      ? b.orderType === 'limit' && a.price === b.price
      : a.orderType === 'market' && b.orderType === 'market' && a.value === b.value)
  );
}
