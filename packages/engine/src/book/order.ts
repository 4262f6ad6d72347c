/** An order while the engine works on it: what was asked, what is left, and its places in two lists. */
import type {
  InstrumentId,
  Lots,
  Millis,
  Minor,
  OrderId,
  OrderReason,
  OrderRecord,
  OrderStatus,
  OrderType,
  PlaceOrder,
  Side,
  Ticks,
  TimeInForce,
  UserId,
} from '@salar/protocol';
import type { AccountEntry } from '../state/account-entry.ts';
import type { InstrumentEntry } from '../state/instrument-entry.ts';
import type { PriceLevel } from './price-level.ts';

export class Order {
  readonly orderId: OrderId;
  readonly account: AccountEntry;
  readonly instrument: InstrumentEntry;
  readonly userId: UserId;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  /** Ticks; 0 for market orders. */
  readonly price: Ticks;
  /** Lots asked; for a market order by value, lots executed once it is over. */
  quantity: bigint;
  /** Quote minor units asked, by a market order by value. */
  readonly value: bigint;
  readonly clientOrderId: number;
  readonly isQuote: boolean;
  readonly receivedAt: Millis;
  updatedAt: Millis;
  /** Lots still wanted. */
  remaining: bigint;
  /** Quote minor units exchanged so far. */
  notional = 0n;

  /** Where it rests; null while it does not. */
  level: PriceLevel | null = null;
  previous: Order | null = null;
  next: Order | null = null;
  /** Neighbours among the open orders of its account. */
  older: Order | null = null;
  newer: Order | null = null;

  constructor(
    orderId: OrderId,
    account: AccountEntry,
    instrument: InstrumentEntry,
    command: PlaceOrder,
    at: Millis,
  ) {
    const isLimit = command.orderType === 'limit';
    this.orderId = orderId;
    this.account = account;
    this.instrument = instrument;
    this.userId = command.userId;
    this.side = command.side;
    this.orderType = command.orderType;
    this.timeInForce = command.timeInForce;
    this.price = isLimit ? command.price : (0 as Ticks);
    this.quantity = command.quantity;
    this.value = command.orderType === 'market' ? command.value : 0n;
    this.clientOrderId = command.clientOrderId;
    this.isQuote = command.isQuote;
    this.receivedAt = at;
    this.updatedAt = at;
    this.remaining = command.quantity;
  }

  get instrumentId(): InstrumentId {
    return this.instrument.definition.instrumentId;
  }
}

/** The order as history keeps it. */
export function recordOf(order: Order, status: OrderStatus, reason: OrderReason): OrderRecord {
  return {
    orderId: order.orderId,
    accountId: order.account.accountId,
    userId: order.userId,
    instrumentId: order.instrumentId,
    side: order.side,
    orderType: order.orderType,
    timeInForce: order.timeInForce,
    price: order.price,
    quantity: order.quantity as Lots,
    value: order.value as Minor,
    executed: (order.quantity - order.remaining) as Lots,
    notional: order.notional as Minor,
    clientOrderId: order.clientOrderId,
    isQuote: order.isQuote,
    terms: null,
    stop: null,
    origin: null,
    status,
    reason,
    receivedAt: order.receivedAt,
    updatedAt: order.updatedAt,
  };
}

/** An order that rests, as history keeps it. */
export function workingRecordOf(order: Order): OrderRecord {
  return recordOf(order, 'working', order.remaining === order.quantity ? 'accepted' : 'trade');
}

/** What the remaining quantity may still cost: quote product for a buy (rounded up), base product for a sell.
 *
 * Fees are taken from the product received, so no order sets anything aside for them. */
export function holdOf(order: Order, lotCost: bigint): bigint {
  const { money } = order.instrument;
  return order.side === 'buy' ? money.reserve(lotCost, order.remaining) : money.baseAmount(order.remaining);
}
