/** An order as the wire shows it. */
import type { Engine } from '@salar/engine';
import type { OrderReason, OrderRecord, OrderStatus, Side } from '@salar/protocol';
import { ticksOf, zero } from '@salar/protocol/wire/index';
import type { WireOrder } from '@salar/protocol/wire/index';
import { unitsByInstrument } from './units.ts';
import type { Units } from './units.ts';

export const sideNames: Readonly<Record<Side, string>> = { buy: 'Buy', sell: 'Sell' };
export const orderTypeNames: Readonly<Record<OrderRecord['orderType'], string>> = {
  limit: 'Limit',
  market: 'Market',
  stop_market: 'StopMarket',
  stop_limit: 'StopLimit',
  trailing_stop_market: 'TrailingStopMarket',
  trailing_stop_limit: 'TrailingStopLimit',
};
export const orderStateNames: Readonly<Record<OrderStatus, string>> = {
  working: 'Working',
  filled: 'FullyExecuted',
  canceled: 'Canceled',
  expired: 'Expired',
};
export const changeReasonNames: Readonly<Record<OrderReason, string>> = {
  accepted: 'NewInputAccepted',
  trade: 'Trade',
  user_canceled: 'UserModified',
  no_more_market: 'SystemCanceled_NoMoreMarket',
  price_collar: 'SystemCanceled_PriceCollar',
  self_trade: 'OtherRejected',
  below_minimum: 'SystemCanceled_BelowMinimum',
  triggered: 'NewInputAccepted',
  modified: 'UserModified',
  replaced: 'UserModified',
  oco: 'OtherRejected',
  expired: 'Expired',
  post_only: 'OtherRejected',
  fok_not_filled: 'SystemCanceled_NoMoreMarket',
  market_stopped: 'OtherRejected',
};

/** Writes one order; `userName` is the owner's, since customers see their own orders only. */
export function orderRow(order: OrderRecord, units: Units, engine: Engine, userName: string): WireOrder {
  const remaining = order.quantity - order.executed;
  const { bid, ask, lastTrade } = engine.level1(order.instrumentId);
  return {
    Side: sideNames[order.side],
    OrderId: order.orderId,
    Price:
      order.orderType === 'market'
        ? units.averagePrice(order.notional, order.executed)
        : units.price(order.price),
    Quantity: units.quantity(remaining),
    DisplayQuantity: units.quantity(remaining),
    Instrument: order.instrumentId,
    Account: order.accountId,
    AccountName: userName,
    OrderType: orderTypeNames[order.orderType],
    ClientOrderId: order.clientOrderId,
    OrderState: orderStateNames[order.status],
    ReceiveTime: order.receivedAt,
    ReceiveTimeTicks: ticksOf(order.receivedAt),
    LastUpdatedTime: order.updatedAt,
    LastUpdatedTimeTicks: ticksOf(order.updatedAt),
    OrigQuantity: units.quantity(order.quantity),
    QuantityExecuted: units.quantity(order.executed),
    GrossValueExecuted: units.value(order.notional),
    ExecutableValue: zero,
    AvgPrice: units.averagePrice(order.notional, order.executed),
    CounterPartyId: 0,
    ChangeReason: changeReasonNames[order.reason],
    OrigOrderId: order.orderId,
    OrigClOrdId: order.clientOrderId,
    EnteredBy: order.userId,
    UserName: userName,
    IsQuote: false,
    InsideAsk: units.price(ask?.price ?? 0),
    InsideAskSize: units.quantity(ask?.quantity ?? 0n),
    InsideBid: units.price(bid?.price ?? 0),
    InsideBidSize: units.quantity(bid?.quantity ?? 0n),
    LastTradePrice: units.price(lastTrade?.price ?? 0),
    RejectReason: '',
    IsLockedIn: false,
    CancelReason: '',
    OrderFlag: order.orderType === 'limit' && order.timeInForce === 'gtc' ? 'AddedToBook' : '0',
    UseMargin: false,
    StopPrice: zero,
    PegPriceType: 'Last',
    PegOffset: zero,
    PegLimitOffset: zero,
    IpAddress: null,
    IPv6a: 0,
    IPv6b: 0,
    ClientOrderIdUuid: null,
    OMSId: 1,
  };
}

/** Writes a list of orders of one customer. */
export function orderRows(
  orders: readonly OrderRecord[],
  engine: Engine,
  userName: string,
): readonly WireOrder[] {
  const units = unitsByInstrument(engine);
  return orders.flatMap((order) => {
    const own = units.get(order.instrumentId);
    return own ? [orderRow(order, own, engine, userName)] : [];
  });
}
