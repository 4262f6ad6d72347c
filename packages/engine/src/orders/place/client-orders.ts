/** Remembers client order ids per account, so that a resent order is placed only once. */
import type { OrderId, OrderPlaced, OrderTerms, PlaceOrder, ReplaceOrder, StopTerms } from '@salar/protocol';
import type { AccountRow } from '../../state/accounts.ts';
import type { State } from '../../state/state.ts';
import { getTerms } from '../order-conditions.ts';

const rememberedMax = 10_000; // per account; more than an account can have open

export type ClientOrder = {
  readonly command: PlaceOrder;
  /** The order that it replaced; null for an order that replaced none. */
  readonly replacedId: OrderId | null;
  /** The first outcome. */
  readonly placed: OrderPlaced;
};

export class ClientOrders {
  /** Oldest first. */
  readonly #byId = new Map<number, ClientOrder>();

  find(clientOrderId: number): ClientOrder | undefined {
    return this.#byId.get(clientOrderId);
  }

  /** Remembers a new order. Beyond the limit, the oldest is forgotten unless its order is open. */
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

  /** Restores an order from a snapshot. Call from the oldest to the newest. */
  restore(order: ClientOrder): void {
    this.#byId.set(order.command.clientOrderId, order);
  }

  values(): IterableIterator<ClientOrder> {
    return this.#byId.values();
  }
}

/** Finds the order that an account has placed with a client order id; 0 is no id. */
export function findClientOrder(
  { accounts }: State,
  account: AccountRow,
  clientOrderId: number,
): ClientOrder | undefined {
  return clientOrderId === 0 ? undefined : accounts.getDetails(account)?.clientOrders?.find(clientOrderId);
}

/** Returns true when an account sends an order or a replacement again, with the same content. */
export function isRepeatedOrder(state: State, command: PlaceOrder | ReplaceOrder): boolean {
  const isReplacement = command.type === 'ReplaceOrder';
  const order = isReplacement ? command.replacement : command;
  const account = state.accounts.get(order.accountId);
  const earlier = account === undefined ? undefined : findClientOrder(state, account, order.clientOrderId);
  const replacedId = isReplacement ? command.orderId : null;
  return earlier !== undefined && earlier.replacedId === replacedId && isSameOrder(earlier.command, order);
}

/** Returns the first outcome, marked as repeated. */
export function toRepeatedOutcome(earlier: ClientOrder): OrderPlaced {
  return { ...earlier.placed, repeated: true };
}

/** True when two commands are the same instruction in every field. */
export function isSameOrder(a: PlaceOrder, b: PlaceOrder): boolean {
  return (
    a.instrumentId === b.instrumentId &&
    a.side === b.side &&
    a.orderType === b.orderType &&
    a.timeInForce === b.timeInForce &&
    a.quantity === b.quantity &&
    a.userId === b.userId &&
    a.isQuote === b.isQuote &&
    getValue(a) === getValue(b) &&
    a.price === b.price &&
    isSameTerms(getTerms(a), getTerms(b)) &&
    isSameStop(getStopTerms(a), getStopTerms(b))
  );
}

function getValue(order: PlaceOrder): bigint {
  return order.orderType === 'market' ? order.value : 0n;
}

function getStopTerms(order: PlaceOrder): StopTerms | null {
  return 'stop' in order ? order.stop : null;
}

function isSameTerms(a: OrderTerms | null, b: OrderTerms | null): boolean {
  return (
    (a?.displayQuantity ?? 0n) === (b?.displayQuantity ?? 0n) &&
    (a?.expiresAt ?? 0) === (b?.expiresAt ?? 0) &&
    (a?.ocoOrderId ?? 0) === (b?.ocoOrderId ?? 0)
  );
}

function isSameStop(a: StopTerms | null, b: StopTerms | null): boolean {
  return (
    a?.trigger === b?.trigger &&
    a?.stopPrice === b?.stopPrice &&
    a?.trailingAmount === b?.trailingAmount &&
    a?.limitOffset === b?.limitOffset
  );
}
