/** Validates an order request and converts it to a command. */
import { accept, lots, millis, minor, orderId, parseAmount, refuse, ticks } from '@salar/protocol';
import type {
  AccountId,
  InstrumentId,
  Lots,
  Millis,
  Minor,
  OrderId,
  OrderTerms,
  OrderType,
  PlaceOrder,
  PlaceOrderRefusal,
  Result,
  Side,
  StopTerms,
  StopTrigger,
  StopType,
  Ticks,
  TimeInForce,
  UserId,
} from '@salar/protocol';
import { readDistance, readPrice, readQuantity } from './order-amounts.ts';
import type { OrderUnits } from './order-amounts.ts';

/** Quantities are base product, prices and distances quote product for one whole base unit; all exact decimal text. */
export type OrderRequest = {
  readonly accountId: AccountId;
  readonly userId: UserId;
  readonly instrumentId: InstrumentId;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly quantity?: string | undefined;
  /** Quote product; market orders only. */
  readonly value?: string | undefined;
  /** Limit and stop limit orders; on a market order, when above zero, the worst price. Ignored on other stops. */
  readonly price?: string | undefined;
  /** 0 for none. */
  readonly clientOrderId: number;
  /** The quantity that the book shows at a time; undefined shows everything. */
  readonly displayQuantity?: string | undefined;
  readonly expiresAt?: Millis | undefined;
  /** The open order to make a pair with. */
  readonly ocoOrderId?: OrderId | undefined;
  /** The price that triggers a stop. */
  readonly trigger: StopTrigger;
  readonly stopPrice?: string | undefined;
  readonly trailingAmount?: string | undefined;
  readonly limitOffset?: string | undefined;
};

/** Refusals of the form itself; checked before the engine's own refusals. */
export type OrderFormRefusal =
  | 'quantity_missing'
  | 'quantity_increment'
  | 'value_invalid'
  | 'price_missing'
  | 'price_increment'
  | 'stop_price_missing'
  | 'stop_price_increment'
  | 'trailing_amount_missing'
  | 'display_quantity_increment';
export type OrderRefusal = OrderFormRefusal | PlaceOrderRefusal;

/**
 * Converts a request to a command: whole ticks, lots and minor units.
 *
 * A market order uses `quantity` when it is a sell that carries one; otherwise `value` when it carries one. Good-till-cancel
 * on a market order means immediate-or-cancel: a market order never rests. A field that an order of its type cannot carry,
 * such as a stop price on a limit order, is refused and never dropped.
 *
 * @returns the command, or the first refusal
 */
export function toPlaceOrder(units: OrderUnits, request: OrderRequest): Result<PlaceOrder, OrderRefusal> {
  switch (request.orderType) {
    case 'market':
      return toMarketCommand(units, request);
    case 'limit':
      return toLimitCommand(units, request);
    default:
      return toStopCommand(units, request, request.orderType);
  }
}

function toMarketCommand(units: OrderUnits, request: OrderRequest): Result<PlaceOrder, OrderRefusal> {
  if (request.timeInForce === 'gtd' || request.timeInForce === 'gtx') return refuse('time_in_force_invalid');
  if (request.displayQuantity !== undefined) return refuse('display_quantity_invalid');
  if (request.expiresAt !== undefined) return refuse('expiry_invalid');
  if (request.ocoOrderId !== undefined) return refuse('oco_invalid');
  if (hasStopFields(request)) return refuse('stop_price_invalid');
  const price = isPresent(request.price) ? readPrice(request.price, units) : accept(ticks(0));
  if (!price.ok) return price;
  const usesQuantity =
    request.quantity !== undefined && (request.side === 'sell' || request.value === undefined);
  if (usesQuantity && request.quantity !== undefined) {
    const quantity = readQuantity(request.quantity, units);
    if (!quantity.ok) return quantity;
    return accept(buildMarketCommand(request, price.value, quantity.value, minor(0n)));
  }
  if (request.value === undefined) return refuse('quantity_missing');
  const value = parseAmount(request.value, units.quoteDecimals);
  if (!value.ok || value.value <= 0n) return refuse('value_invalid');
  return accept(buildMarketCommand(request, price.value, lots(0n), value.value));
}

/** One literal, as for limit orders: most orders are one of these, and a spread before more fields costs forty times as much. */
function buildMarketCommand(request: OrderRequest, price: Ticks, quantity: Lots, value: Minor): PlaceOrder {
  return {
    type: 'PlaceOrder',
    accountId: request.accountId,
    userId: request.userId,
    instrumentId: request.instrumentId,
    side: request.side,
    clientOrderId: request.clientOrderId,
    isQuote: false,
    orderType: 'market',
    timeInForce: request.timeInForce === 'fok' ? 'fok' : 'ioc',
    price,
    quantity,
    value,
  };
}

function toLimitCommand(units: OrderUnits, request: OrderRequest): Result<PlaceOrder, OrderRefusal> {
  if (request.quantity === undefined) return refuse('quantity_missing');
  if (request.price === undefined) return refuse('price_missing');
  const quantity = readQuantity(request.quantity, units);
  if (!quantity.ok) return quantity;
  const price = readPrice(request.price, units);
  if (!price.ok) return price;
  if (hasStopFields(request)) return refuse('stop_price_invalid');
  const terms = readTerms(units, request);
  if (!terms.ok) return terms;
  return accept({
    type: 'PlaceOrder',
    accountId: request.accountId,
    userId: request.userId,
    instrumentId: request.instrumentId,
    side: request.side,
    clientOrderId: request.clientOrderId,
    isQuote: false,
    orderType: 'limit',
    terms: terms.value,
    timeInForce: request.timeInForce,
    price: price.value,
    quantity: quantity.value,
  });
}

function toStopCommand(
  units: OrderUnits,
  request: OrderRequest,
  orderType: StopType,
): Result<PlaceOrder, OrderRefusal> {
  if (request.quantity === undefined) return refuse('quantity_missing');
  const quantity = readQuantity(request.quantity, units);
  if (!quantity.ok) return quantity;
  let price: Ticks = ticks(0);
  if (orderType === 'stop_limit') {
    if (request.price === undefined) return refuse('price_missing');
    const read = readPrice(request.price, units);
    if (!read.ok) return read;
    price = read.value;
  }
  const stop = readStop(units, request, orderType);
  if (!stop.ok) return stop;
  const terms = readTerms(units, request);
  if (!terms.ok) return terms;
  const { timeInForce } = request;
  return accept({
    ...pickCommonFields(request),
    orderType,
    timeInForce,
    price,
    quantity: quantity.value,
    terms: terms.value,
    stop: stop.value,
  });
}

function readStop(
  units: OrderUnits,
  request: OrderRequest,
  orderType: StopType,
): Result<StopTerms, OrderRefusal> {
  const trails = isTrailing(orderType);
  if (!trails && !isPresent(request.stopPrice)) return refuse('stop_price_missing');
  if (trails && !isPresent(request.trailingAmount)) return refuse('trailing_amount_missing');
  const distances = { stopPrice: ticks(0), trailingAmount: ticks(0), limitOffset: ticks(0) };
  for (const name of ['stopPrice', 'trailingAmount', 'limitOffset'] as const) {
    const read = readDistance(request[name] ?? '0', units);
    if (!read.ok)
      return refuse(read.refusal === 'price_increment' ? 'stop_price_increment' : 'stop_price_invalid');
    distances[name] = read.value;
  }
  return accept({ trigger: request.trigger, ...distances });
}

/** Reads the optional conditions; null without any, so that a plain order stays a short command. */
function readTerms(units: OrderUnits, request: OrderRequest): Result<OrderTerms | null, OrderRefusal> {
  const { displayQuantity, expiresAt, ocoOrderId } = request;
  let display: Lots = lots(0n);
  if (displayQuantity !== undefined) {
    const read = readQuantity(displayQuantity, units);
    if (!read.ok)
      return refuse(
        read.refusal === 'quantity_increment' ? 'display_quantity_increment' : 'display_quantity_invalid',
      );
    display = read.value;
  }
  if (displayQuantity === undefined && expiresAt === undefined && ocoOrderId === undefined)
    return accept(null);
  return accept({
    displayQuantity: display,
    expiresAt: expiresAt ?? millis(0),
    ocoOrderId: ocoOrderId ?? orderId(0),
  });
}

function pickCommonFields({ accountId, userId, instrumentId, side, clientOrderId }: OrderRequest) {
  return {
    type: 'PlaceOrder',
    accountId,
    userId,
    instrumentId,
    side,
    clientOrderId,
    isQuote: false,
  } as const;
}

function hasStopFields({ stopPrice, trailingAmount, limitOffset }: OrderRequest): boolean {
  return isPresent(stopPrice) || isPresent(trailingAmount) || isPresent(limitOffset);
}

/** Returns true for the stops that follow the market at a distance. */
export function isTrailing(orderType: OrderType): boolean {
  return orderType === 'trailing_stop_market' || orderType === 'trailing_stop_limit';
}

/** Returns false for zero as well, because clients send zero for what they do not use. */
export function isPresent(text: string | undefined): text is string {
  return text !== undefined && /[1-9]/.test(text);
}
