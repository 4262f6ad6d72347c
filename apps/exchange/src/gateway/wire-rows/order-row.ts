/** Converts orders to the wire format. */
import type { EngineView } from '@salar/engine';
import { lots } from '@salar/protocol';
import type { Lots, OrderReason, OrderRecord, OrderStatus, Side, StopTrigger } from '@salar/protocol';
import { toWireTicks, zero } from '@salar/protocol/wire';
import type { WireNumber, WireOrder } from '@salar/protocol/wire';
import { getUnitsByInstrument } from './units.ts';
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
const orderStateNames: Readonly<Record<OrderStatus, string>> = {
  working: 'Working',
  filled: 'FullyExecuted',
  canceled: 'Canceled',
  expired: 'Expired',
};
const changeReasonNames: Readonly<Record<OrderReason, string>> = {
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
  price_limit: 'SystemCanceled_NoMoreMarket',
};

/** Distinguishes reasons that share one ChangeReason. */
const cancelReasons: Readonly<Partial<Record<OrderReason, string>>> = {
  self_trade: 'Self_Trade',
  replaced: 'Replaced',
  oco: 'OCO',
  post_only: 'Post_Only_Would_Take',
  fok_not_filled: 'Fok_Not_Filled',
  market_stopped: 'Market_Stopped',
  price_limit: 'Price_Limit',
};
const timeInForceNames: Readonly<Record<OrderRecord['timeInForce'], string>> = {
  gtc: 'GTC',
  gtd: 'GTD',
  ioc: 'IOC',
  fok: 'FOK',
  gtx: 'GTX',
};
export const triggerNames: Readonly<Record<StopTrigger, string>> = { last: 'Last', bid: 'Bid', ask: 'Ask' };

/** Converts one order. `userName` is the owner's, because customers see only their own orders. */
export function toOrderRow(order: OrderRecord, units: Units, view: EngineView, userName: string): WireOrder {
  const remaining = lots(order.quantity - order.executed);
  const { stop } = order;
  const { bid, ask, lastTrade } = view.level1(order.instrumentId);
  return {
    Side: sideNames[order.side],
    OrderId: order.orderId,
    Price: toPrice(order, units),
    Quantity: units.quantity(remaining),
    DisplayQuantity: units.quantity(toDisplayed(order, remaining)),
    Instrument: order.instrumentId,
    Account: order.accountId,
    AccountName: userName,
    OrderType: orderTypeNames[order.orderType],
    ClientOrderId: order.clientOrderId,
    OrderState: orderStateNames[order.status],
    ReceiveTime: order.receivedAt,
    ReceiveTimeTicks: toWireTicks(order.receivedAt),
    LastUpdatedTime: order.updatedAt,
    LastUpdatedTimeTicks: toWireTicks(order.updatedAt),
    OrigQuantity: units.quantity(order.quantity),
    QuantityExecuted: units.quantity(order.executed),
    GrossValueExecuted: units.value(order.notional),
    ExecutableValue: zero,
    AvgPrice: units.averagePrice(order.notional, order.executed),
    CounterPartyId: 0,
    ChangeReason: changeReasonNames[order.reason],
    OrigOrderId: order.origin?.orderId ?? order.orderId,
    OrigClOrdId: order.origin?.clientOrderId ?? order.clientOrderId,
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
    CancelReason: order.status === 'canceled' ? (cancelReasons[order.reason] ?? '') : '',
    OrderFlag: toOrderFlag(order),
    UseMargin: false,
    StopPrice: units.price(stop?.currentStop ?? 0),
    PegPriceType: triggerNames[stop?.trigger ?? 'last'],
    PegOffset: units.price(stop?.trailingAmount ?? 0),
    PegLimitOffset: units.price(stop?.limitOffset ?? 0),
    IpAddress: null,
    IPv6a: 0,
    IPv6b: 0,
    ClientOrderIdUuid: null,
    OMSId: 1,
    TimeInForce: timeInForceNames[order.timeInForce],
    ExpireTime: order.terms?.expiresAt ?? 0,
    OrderIdOCO: order.terms?.ocoOrderId ?? 0,
  };
}

/**
 * Returns the limit price. A trailing stop limit that waits has the limit that its stop would set now. An order
 * without a limit has the average price of its fills, and before them its stop price.
 */
function toPrice(order: OrderRecord, units: Units): WireNumber {
  if (order.price > 0) return units.price(order.price);
  const { stop, orderType, side } = order;
  if (orderType === 'trailing_stop_limit' && stop)
    return units.price(
      side === 'buy' ? stop.currentStop + stop.limitOffset : stop.currentStop - stop.limitOffset,
    );
  if (order.executed > 0n) return units.averagePrice(order.notional, order.executed);
  return units.price(order.stop?.currentStop ?? 0);
}

function toDisplayed({ terms }: OrderRecord, remaining: Lots): Lots {
  const display = terms?.displayQuantity ?? 0n;
  return display > 0n && display < remaining ? lots(display) : remaining;
}

/** Returns the names of the bits that are set; `0` for none, as for a stop that waits outside the order book. */
function toOrderFlag({ orderType, timeInForce, stop }: OrderRecord): string {
  const hasLimit = orderType === 'limit' || orderType === 'stop_limit' || orderType === 'trailing_stop_limit';
  const canRest = hasLimit && timeInForce !== 'ioc' && timeInForce !== 'fok' && stop?.isWaiting !== true;
  const flags = [...(canRest ? ['AddedToBook'] : []), ...(timeInForce === 'gtx' ? ['PostOnly'] : [])];
  return flags.join(', ') || '0';
}

/** Converts a list of orders of one customer. */
export function toOrderRows(
  orders: readonly OrderRecord[],
  view: EngineView,
  userName: string,
): readonly WireOrder[] {
  const units = getUnitsByInstrument(view);
  return orders.flatMap((order) => {
    const own = units.get(order.instrumentId);
    return own ? [toOrderRow(order, own, view, userName)] : [];
  });
}
