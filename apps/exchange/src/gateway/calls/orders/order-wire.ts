/** The wire format of orders: their fields, their conversion to a request, and the reject reasons. */
import { accept, instrumentId, millis, orderId, refuse } from '@salar/protocol';
import type { OrderType, ReplaceOrderRefusal, Result, Side, StopTrigger, TimeInForce } from '@salar/protocol';
import {
  withAliases,
  booleanField,
  decimalField,
  enumField,
  id,
  integerField,
  momentField,
  orderTypes,
  pegPriceTypes,
  required,
  sides,
  textField,
  timesInForce,
} from '@salar/protocol/wire/index';
import type { InputOf } from '@salar/protocol/wire/index';
import type { SessionContext } from '../../call.ts';
import { deriveClientOrderId } from '../../guard/idempotency.ts';
import { isPresent, isTrailing } from '@salar/services/orders/order-request';
import type { OrderFormRefusal, OrderRequest } from '@salar/services/orders/order-request';

export const orderFields = {
  InstrumentId: required(id()),
  Side: required(enumField(sides)),
  OrderType: required(enumField(orderTypes)),
  TimeInForce: enumField(timesInForce),
  Quantity: decimalField(),
  Value: decimalField(),
  LimitPrice: withAliases(decimalField(), 'Price'),
  ClientOrderId: withAliases(integerField(), 'ClientOrdId'),
  ExpireTime: withAliases(momentField(), 'ExpirationTime'),
  StopPrice: decimalField(),
  PegPriceType: enumField(pegPriceTypes),
  TrailingAmount: decimalField(),
  LimitOffset: decimalField(),
  UseDisplayQuantity: booleanField(),
  DisplayQuantity: decimalField(),
  OrderIdOCO: id(),
  PostOnly: booleanField(),
  OrderFlag: textField(64),
  UseMargin: booleanField(),
};

/** Refuses what has no equivalent in the engine, before it gets there. */
type WireRefusal = 'side_unknown' | 'not_supported' | 'trigger_not_supported' | 'display_quantity_invalid';

/**
 * Converts the fields of an order to a request.
 *
 * Post-only is set by `PostOnly`, by `OrderFlag` or by time in force GTX. Fields that clients copy into every order
 * from the family's sample count only where they have a meaning: `DisplayQuantity` above zero when
 * `UseDisplayQuantity` is set, `PegPriceType` on stops, `TrailingAmount` and `LimitOffset` on the trailing stops that
 * use them.
 */
export function readOrderRequest(
  input: InputOf<typeof orderFields>,
  { accountId, user, keyed }: Pick<SessionContext, 'accountId' | 'user' | 'keyed'>,
): Result<OrderRequest, WireRefusal> {
  const side = sidesByName[input.Side];
  const orderType = orderTypesByName[input.OrderType];
  const timeInForce = readTimeInForce(input);
  const trigger = isStop(orderType) ? triggersByName[input.PegPriceType ?? 'Last'] : 'last';
  if (side === undefined) return refuse('side_unknown');
  if (orderType === undefined || timeInForce === undefined) return refuse('not_supported');
  if (trigger === undefined) return refuse('trigger_not_supported');
  if (input.UseDisplayQuantity === true && input.DisplayQuantity === undefined)
    return refuse('display_quantity_invalid');
  const isReserve = input.UseDisplayQuantity === true && isPresent(input.DisplayQuantity);
  return accept({
    accountId,
    userId: user.userId,
    instrumentId: instrumentId(input.InstrumentId),
    side,
    orderType,
    timeInForce,
    quantity: input.Quantity,
    value: input.Value,
    price: input.LimitPrice,
    clientOrderId: input.ClientOrderId || deriveClientOrderId(keyed),
    displayQuantity: isReserve ? input.DisplayQuantity : undefined,
    expiresAt: input.ExpireTime === undefined ? undefined : millis(input.ExpireTime),
    ocoOrderId: input.OrderIdOCO === undefined ? undefined : orderId(input.OrderIdOCO),
    trigger,
    stopPrice: input.StopPrice,
    trailingAmount: isTrailing(orderType) ? input.TrailingAmount : undefined,
    limitOffset: orderType === 'trailing_stop_limit' ? input.LimitOffset : undefined,
  });
}

const sidesByName: Readonly<Partial<Record<keyof typeof sides, Side>>> = { Buy: 'buy', Sell: 'sell' };
const orderTypesByName: Readonly<Partial<Record<keyof typeof orderTypes, OrderType>>> = {
  Market: 'market',
  Limit: 'limit',
  StopMarket: 'stop_market',
  StopLimit: 'stop_limit',
  TrailingStopMarket: 'trailing_stop_market',
  TrailingStopLimit: 'trailing_stop_limit',
};
const timesInForceByName: Readonly<Partial<Record<keyof typeof timesInForce, TimeInForce>>> = {
  Unknown: 'gtc',
  GTC: 'gtc',
  IOC: 'ioc',
  FOK: 'fok',
  GTX: 'gtx',
  GTD: 'gtd',
};
const triggersByName: Readonly<Partial<Record<keyof typeof pegPriceTypes, StopTrigger>>> = {
  Unknown: 'last',
  Last: 'last',
  Bid: 'bid',
  Ask: 'ask',
};

function isStop(orderType: OrderType | undefined): boolean {
  return orderType !== undefined && orderType !== 'limit' && orderType !== 'market';
}

/** Post-only excludes any other time in force: an order that expires or takes at once cannot be post-only. */
function readTimeInForce(input: InputOf<typeof orderFields>): TimeInForce | undefined {
  const plain = timesInForceByName[input.TimeInForce ?? 'GTC'];
  const isPostOnly = input.PostOnly === true || input.OrderFlag?.toLowerCase().includes('postonly') === true;
  if (!isPostOnly) return plain;
  return plain === 'gtc' || plain === 'gtx' ? 'gtx' : undefined;
}

type KnownElsewhere = 'instrument_unknown' | 'order_unknown';
type AnyRefusal = WireRefusal | OrderFormRefusal | ReplaceOrderRefusal;

/** Every refusal of an order as a reject reason of the wire. An unknown instrument or order has its own answer. */
export const rejectReasons: Readonly<Record<Exclude<AnyRefusal, KnownElsewhere>, string>> = {
  side_unknown: 'Invalid_Side',
  not_supported: 'Order_Type_Not_Supported',
  trigger_not_supported: 'PegPriceType_Not_Supported',
  quantity_missing: 'Invalid_Quantity',
  price_missing: 'Invalid_Price',
  quantity_increment: 'Invalid_Quantity_Increment',
  price_increment: 'Invalid_Price_Increment',
  value_invalid: 'Invalid_Quantity',
  stop_price_missing: 'Invalid_StopPrice',
  stop_price_increment: 'Invalid_StopPrice_Increment',
  trailing_amount_missing: 'Invalid_TrailingAmount',
  display_quantity_increment: 'Invalid_DisplayQuantity_Increment',
  account_unknown: 'Account_Frozen',
  account_locked: 'Account_Frozen',
  market_not_running: 'Market_Not_Running',
  quantity_invalid: 'Invalid_Quantity',
  price_invalid: 'Invalid_Price',
  time_in_force_invalid: 'Order_Type_Not_Supported',
  display_quantity_invalid: 'Invalid_DisplayQuantity',
  stop_price_invalid: 'Invalid_StopPrice',
  expiry_invalid: 'Invalid_ExpireTime',
  quantity_above_maximum: 'Quantity_Above_Maximum',
  notional_above_maximum: 'Quantity_Above_Maximum',
  oco_invalid: 'Invalid_OrderIdOCO',
  stop_price_through_market: 'StopPrice_Through_Market',
  post_only_would_take: 'Post_Only_Would_Take',
  quantity_below_minimum: 'Quantity_Below_Minimum',
  notional_below_minimum: 'Quantity_Below_Minimum',
  client_order_id_in_use: 'Invalid_ClientOrderId',
  too_many_open_orders: 'Too_Many_Open_Orders',
  no_market: 'No_Market',
  insufficient_funds: 'Not_Enough_Funds',
  fok_not_filled: 'Fok_Not_Filled',
  replacement_mismatch: 'Invalid_Replacement',
};
