/** The wire format of orders: their fields, their conversion to a request, and the reject reasons. */
import { accept, instrumentId, millis, orderId, refuse } from '@salar/protocol';
import type { OrderType, Result, Side, StopTrigger, TimeInForce } from '@salar/protocol';
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
} from '@salar/protocol/wire';
import type { InputOf } from '@salar/protocol/wire';
import type { WireRefusal } from '../../wire-rows/reject-reasons.ts';
import type { SessionContext } from '../../call.ts';
import { deriveClientOrderId } from '../../guard/idempotency.ts';
import { isPresent, isTrailing } from '@salar/services/orders/order-request';
import type { OrderRequest } from '@salar/services/orders/order-request';

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
