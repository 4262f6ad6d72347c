/** Commands that place, change and cancel orders. */
import type { AccountId, InstrumentId, Lots, Millis, Minor, OrderId, Ticks, UserId } from '../ids.ts';

export type Side = 'buy' | 'sell';
/** Good till canceled, immediate or cancel, fill or kill, good till a date, and post-only (good till crossing). */
export type TimeInForce = 'gtc' | 'ioc' | 'fok' | 'gtd' | 'gtx';
export type OrderType =
  'limit' | 'market' | 'stop_market' | 'stop_limit' | 'trailing_stop_market' | 'trailing_stop_limit';
export type StopType = Exclude<OrderType, 'limit' | 'market'>;
/** The price that a stop watches: the last trade, or the best price of one side. */
export type StopTrigger = 'last' | 'bid' | 'ask';

type OrderBase = {
  readonly type: 'PlaceOrder';
  readonly accountId: AccountId;
  readonly userId: UserId;
  readonly instrumentId: InstrumentId;
  readonly side: Side;
  /** 0 means none. Two open orders of one account never share one. */
  readonly clientOrderId: number;
  /** A quote of the house's liquidity: not stored in history if it ends unfilled. */
  readonly isQuote: boolean;
};
/** Further terms of an order that can rest or wait. An order without any has `null`. */
export type OrderTerms = {
  /** Lots shown in the book at a time; 0n shows everything. */
  readonly displayQuantity: Lots;
  /** When a `gtd` order expires; 0 for every other. */
  readonly expiresAt: Millis;
  /** The open order with which this one forms a pair: one cancels the other. 0 means none. */
  readonly ocoOrderId: OrderId;
};
export type PlaceLimitOrder = OrderBase & {
  readonly orderType: 'limit';
  readonly timeInForce: TimeInForce;
  readonly price: Ticks;
  readonly quantity: Lots;
  readonly terms: OrderTerms | null;
};
/** The condition of a stop. */
export type StopTerms = {
  readonly trigger: StopTrigger;
  /** 0 for trailing stops, whose stop price follows the market. */
  readonly stopPrice: Ticks;
  /** Distance between market and stop price; 0 unless trailing. */
  readonly trailingAmount: Ticks;
  /** `trailing_stop_limit` only: distance of the limit price beyond the stop price; may be 0. */
  readonly limitOffset: Ticks;
};
/** Waits outside the book until its trigger, then continues as a market or limit order. */
export type PlaceStopOrder = OrderBase & {
  readonly orderType: StopType;
  /** Time in force of the order that it becomes; `gtd` also limits the waiting. */
  readonly timeInForce: TimeInForce;
  /** `stop_limit` only; 0 for every other. */
  readonly price: Ticks;
  readonly quantity: Lots;
  readonly terms: OrderTerms | null;
  readonly stop: StopTerms;
};
/** Exactly one of `quantity` (base lots) and `value` (quote minor units) is above zero; the other is 0n. */
export type PlaceMarketOrder = OrderBase & {
  readonly orderType: 'market';
  readonly timeInForce: 'ioc' | 'fok';
  /** The worst price at which it may trade; 0 means none. */
  readonly price: Ticks;
  readonly quantity: Lots;
  readonly value: Minor;
};
export type PlaceOrder = PlaceLimitOrder | PlaceMarketOrder | PlaceStopOrder;

/**
 * Replaces an open order by `replacement` in one step: either both happen or neither does.
 *
 * A replacement that only reduces the quantity keeps the order's queue position.
 */
export type ReplaceOrder = {
  readonly type: 'ReplaceOrder';
  readonly orderId: OrderId;
  readonly replacement: PlaceOrder;
};
/** Reduces the remaining quantity of an open order to `quantity`; the order keeps its queue position. */
export type ModifyOrder = {
  readonly type: 'ModifyOrder';
  readonly accountId: AccountId;
  readonly orderId: OrderId;
  readonly quantity: Lots;
};

export type CancelOrder = {
  readonly type: 'CancelOrder';
  readonly accountId: AccountId;
  readonly orderId: OrderId;
};
/** `instrumentId` 0 cancels on every instrument of the account. */
export type CancelAllOrders = {
  readonly type: 'CancelAllOrders';
  readonly accountId: AccountId;
  readonly instrumentId: InstrumentId;
};
