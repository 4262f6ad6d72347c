/** The reject reasons of orders in the wire format. */
import type { ReplaceOrderRefusal } from '@salar/protocol';
import type { KeyBudgetRefusal } from '@salar/services/orders/key-budget';
import type { OrderFormRefusal } from '@salar/services/orders/order-request';

/** Refuses what has no equivalent in the engine, before it gets there. */
export type WireRefusal =
  'side_unknown' | 'not_supported' | 'trigger_not_supported' | 'display_quantity_invalid';

type KnownElsewhere = 'instrument_unknown' | 'order_unknown';
type AnyRefusal = WireRefusal | OrderFormRefusal | ReplaceOrderRefusal | KeyBudgetRefusal;

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
  key_notional_exceeded: 'Key_Daily_Notional_Exceeded',
  key_notional_unknown: 'Key_Daily_Notional_Without_Price',
};
