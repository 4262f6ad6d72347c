/** An order inside the engine: its instruction, its progress, and its links in the lists it belongs to. */
import type {
  AccountId,
  InstrumentId,
  Lots,
  Millis,
  Minor,
  OrderId,
  OrderOrigin,
  OrderReason,
  OrderRecord,
  OrderStatus,
  OrderTerms,
  OrderType,
  PlaceOrder,
  Side,
  StopRecord,
  StopTerms,
  Ticks,
  TimeInForce,
  UserId,
} from '@salar/protocol';
import type { AccountRow } from '../state/accounts.ts';
import type { InstrumentEntry } from '../state/instrument-entry.ts';
import type { PriceLevel } from './price-level.ts';
import type { TrailingGroup } from './trailing-stops.ts';

export class Order {
  // Fields lie in memory in this order: those that matching and canceling touch come first, next to each other.
  readonly orderId: OrderId;
  readonly account: AccountRow;
  readonly accountId: AccountId;
  readonly instrument: InstrumentEntry;
  readonly side: Side;
  readonly terms: OrderTerms | null;
  /** Lots not executed yet. */
  remaining: bigint;
  /** Quote minor units exchanged so far. */
  notional = 0n;
  updatedAt: Millis;
  stop: Stop | null = null;
  /** The other half of its pair. An incoming order refers to its partner before the partner refers to it. */
  pair: Order | null = null;
  /** The level where it rests, or waits at a fixed price; null if it does neither. */
  level: PriceLevel | null = null;
  /** Its number in lists while it is open, otherwise 0; see `OrderLinks`. */
  slot = 0;

  /**
   * Ticks; 0 for an order without a limit, and for a trailing stop limit until it is triggered. A market order may
   * have one.
   */
  price: Ticks;
  /** Lots ordered; for a market order by value, the lots executed once it has ended. */
  quantity: bigint;
  /** Quote minor units ordered; only for a market order by value. */
  readonly value: bigint;
  /** Lots of the remainder that the book does not show. */
  hidden = 0n;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly userId: UserId;
  readonly clientOrderId: number;
  readonly isQuote: boolean;
  readonly origin: OrderOrigin | null;
  readonly receivedAt: Millis;

  constructor(
    orderId: OrderId,
    account: AccountRow,
    instrument: InstrumentEntry,
    command: PlaceOrder,
    at: Millis,
    origin: OrderOrigin | null = null,
  ) {
    const isMarket = command.orderType === 'market';
    this.orderId = orderId;
    this.account = account;
    this.accountId = command.accountId;
    this.instrument = instrument;
    this.userId = command.userId;
    this.side = command.side;
    this.orderType = command.orderType;
    this.timeInForce = command.timeInForce;
    this.price = command.price;
    this.quantity = command.quantity;
    this.value = isMarket ? command.value : 0n;
    this.clientOrderId = command.clientOrderId;
    this.isQuote = command.isQuote;
    this.terms = isMarket ? null : command.terms;
    this.origin = origin;
    this.receivedAt = at;
    this.updatedAt = at;
    this.remaining = command.quantity;
  }

  get instrumentId(): InstrumentId {
    return this.instrument.definition.instrumentId;
  }

  /** Lots that the book shows; for a waiting stop, all that remain. */
  get shown(): bigint {
    return this.terms === null ? this.remaining : this.remaining - this.hidden;
  }
}

/** The stop part of an order: what it watches, and its current stop price. */
export type Stop = {
  readonly terms: StopTerms;
  /** The current stop price, unless a group moves it: use `getCurrentStop`. */
  currentStop: Ticks;
  /** Moves the stop price of a trailing stop while it waits. */
  group: TrailingGroup | null;
  /** False once it has been triggered. */
  isWaiting: boolean;
  /** The price for which a buy sets funds aside while it waits; 0 for a sell. */
  readonly reservePrice: Ticks;
  /** Cost of one lot there; see `Money`. */
  readonly reserveLotCost: bigint;
};

export function isWaiting(order: Order): order is Order & { readonly stop: Stop } {
  return order.stop !== null && order.stop.isWaiting;
}

/** Converts an order to its history record. */
export function toOrderRecord(order: Order, status: OrderStatus, reason: OrderReason): OrderRecord {
  return {
    orderId: order.orderId,
    accountId: order.accountId,
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
    terms: order.terms,
    stop: order.stop && toStopRecord(order.stop),
    origin: order.origin,
    status,
    reason,
    receivedAt: order.receivedAt,
    updatedAt: order.updatedAt,
  };
}

/** Converts an open order to its history record. */
export function toWorkingRecord(order: Order): OrderRecord {
  return toOrderRecord(order, 'working', findWorkingReason(order));
}

function findWorkingReason(order: Order): OrderReason {
  if (order.remaining !== order.quantity) return 'trade';
  return order.stop === null || order.stop.isWaiting ? 'accepted' : 'triggered';
}

/** Returns the current stop price: the one that was ordered, unless the stop trails. */
export function getCurrentStop({ group, terms, currentStop }: Stop): Ticks {
  return group === null ? currentStop : group.stopPriceAt(terms.trailingAmount);
}

/**
 * Field by field: a spread before further fields costs a hundred times as much, and trailing stops are reported
 * often.
 */
function toStopRecord(stop: Stop): StopRecord {
  const { trigger, stopPrice, trailingAmount, limitOffset } = stop.terms;
  const { isWaiting } = stop;
  return { trigger, stopPrice, trailingAmount, limitOffset, currentStop: getCurrentStop(stop), isWaiting };
}
