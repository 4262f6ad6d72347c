import { instrumentId } from '@salar/protocol';
import type { Side, TimeInForce } from '@salar/protocol';
import {
  alsoCalled,
  booleanField,
  decimalField,
  enumField,
  id,
  integerField,
  orderTypes,
  pegPriceTypes,
  required,
  shape,
  sides,
  textField,
  timesInForce,
} from '@salar/protocol/wire/index';
import type { OrderRefusal } from '@salar/services/orders/order-service';
import { no, sessionCall } from '../call.ts';

const { integer, object, optional, text } = shape;

export const sendOrder = sessionCall({
  name: 'SendOrder',
  permissions: ['Trading'],
  subject: { AccountId: 'ownAccount' },
  input: {
    InstrumentId: required(id()),
    Side: required(enumField(sides)),
    OrderType: required(enumField(orderTypes)),
    TimeInForce: enumField(timesInForce),
    Quantity: decimalField(),
    Value: decimalField(),
    LimitPrice: alsoCalled(decimalField(), 'Price'),
    ClientOrderId: alsoCalled(integerField(), 'ClientOrdId'),
    OrderIdOCO: integerField(),
    StopPrice: decimalField(),
    TrailingAmount: decimalField(),
    LimitOffset: decimalField(),
    PegPriceType: enumField(pegPriceTypes),
    UseDisplayQuantity: booleanField(),
    DisplayQuantity: decimalField(),
    PostOnly: booleanField(),
    OrderFlag: textField(64),
    UseMargin: booleanField(),
  },
  output: object({ status: text, errormsg: text, OrderId: optional(integer), errorcode: optional(integer) }),
  rate: 'orders',
  about:
    'Places a limit order, or a market order by `Quantity` (base product) or `Value` (quote product). Answers after the first pass through the book; a refusal names its reason.',
  example: {
    input: {
      OMSId: 1,
      AccountId: 1031,
      InstrumentId: 1,
      Side: 0,
      OrderType: 1,
      TimeInForce: 1,
      Value: '150.25',
    },
    output: { status: 'Accepted', errormsg: '', OrderId: 5120 },
  },
  decorateRefusal: (answer) => ({ ...answer, status: 'Rejected' }),
  async run({ services, user, accountId }, input) {
    const side = sideOf[input.Side];
    const orderType =
      input.OrderType === 'Limit' ? 'limit' : input.OrderType === 'Market' ? 'market' : undefined;
    const timeInForce = timeInForceOf[input.TimeInForce ?? 'GTC'];
    if (side === undefined) return no('invalidRequest', 'Invalid Side');
    const asksForMore =
      input.PostOnly === true ||
      input.UseDisplayQuantity === true ||
      (input.OrderIdOCO ?? 0) !== 0 ||
      input.OrderFlag?.toLowerCase().includes('postonly') === true;
    if (orderType === undefined || timeInForce === undefined || asksForMore)
      return rejected('Order_Type_Not_Supported');

    const outcome = await services.orders.place({
      accountId,
      userId: user.userId,
      instrumentId: instrumentId(input.InstrumentId),
      side,
      orderType,
      timeInForce,
      quantity: input.Quantity,
      value: input.Value,
      price: input.LimitPrice,
      clientOrderId: input.ClientOrderId ?? 0,
    });
    if (outcome.ok) return { status: 'Accepted', errormsg: '', OrderId: outcome.value.orderId };
    if (outcome.refusal === 'instrument_unknown')
      return no('invalidRequest', null, `Invalid InstrumentId: ${input.InstrumentId}`);
    return rejected(rejectWords[outcome.refusal]);
  },
});

const sideOf: Readonly<Partial<Record<keyof typeof sides, Side>>> = { Buy: 'buy', Sell: 'sell' };
const timeInForceOf: Readonly<Partial<Record<keyof typeof timesInForce, TimeInForce>>> = {
  Unknown: 'gtc',
  GTC: 'gtc',
  IOC: 'ioc',
  FOK: 'fok',
};

/** Every refusal of an order in the wire's words. */
const rejectWords: Readonly<Record<Exclude<OrderRefusal, 'instrument_unknown'>, string>> = {
  quantity_missing: 'Invalid_Quantity',
  price_missing: 'Invalid_Price',
  quantity_increment: 'Invalid_Quantity_Increment',
  price_increment: 'Invalid_Price_Increment',
  value_invalid: 'Invalid_Quantity',
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
};

function rejected(word: string) {
  return { status: 'Rejected', errormsg: word, errorcode: 101 };
}
