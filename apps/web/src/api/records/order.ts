import type { RowOf } from '../request.ts';

/** The latest state of an order. Amounts are decimal text. */
export type Order = {
  readonly orderId: number;
  /** The client-generated id; 0 when it has none. */
  readonly clientOrderId: number;
  readonly instrumentId: number;
  readonly side: string;
  readonly orderType: string;
  readonly quantity: string;
  readonly quantityExecuted: string;
  /** `'0'` before the first fill. */
  readonly averagePrice: string;
  /** How much of the quote product was exchanged so far. */
  readonly valueExecuted: string;
  readonly limitPrice: string;
  /** Milliseconds since 1970, UTC. */
  readonly receivedAt: number;
  readonly state: string;
  /** How far a trailing stop follows the price; `'0'` for every other order. */
  readonly trailingAmount: string;
};

export function readOrder(row: RowOf<'GetOrders'>): Order {
  return {
    orderId: row.integer('OrderId'),
    clientOrderId: row.integerOr('ClientOrderId', 0),
    instrumentId: row.integer('Instrument'),
    side: row.text('Side'),
    orderType: row.text('OrderType'),
    quantity: row.decimal('OrigQuantity'),
    quantityExecuted: row.decimalOr('QuantityExecuted', '0'),
    averagePrice: row.decimalOr('AvgPrice', '0'),
    valueExecuted: row.decimalOr('GrossValueExecuted', '0'),
    limitPrice: row.decimalOr('Price', '0'),
    receivedAt: row.integer('ReceiveTime'),
    state: row.text('OrderState'),
    trailingAmount: row.decimalOr('PegOffset', '0'),
  };
}

/** An open order, with everything needed to replace it. */
export type OpenOrder = Order & {
  /** The quantity that is not executed yet. */
  readonly remaining: string;
  /** `'0'` unless it is a stop. */
  readonly stopPrice: string;
  /** The distance of a trailing stop's limit from its stop price. */
  readonly limitOffset: string;
  /** GTC, GTD, IOC, FOK or GTX. */
  readonly timeInForce: string;
  /** Milliseconds since 1970, UTC; 0 for an order that does not expire. */
  readonly expiresAt: number;
  /** The order named as the partner of an OCO pair; 0 without a pair. */
  readonly ocoOrderId: number;
  readonly trigger: string;
  readonly isPostOnly: boolean;
  /** The part that other traders see; null when they see all of it. */
  readonly display: string | null;
  /** A stop order whose stop price was not reached yet, so that it is not in the book. */
  readonly isWaiting: boolean;
};

export function readOpenOrder(row: RowOf<'GetOrders'>): OpenOrder {
  const flags = row.textOr('OrderFlag', '0');
  const order = readOrder(row);
  const remaining = row.decimalOr('Quantity', order.quantity);
  const display = row.decimalOr('DisplayQuantity', remaining);
  return {
    ...order,
    remaining,
    display: display === remaining ? null : display,
    stopPrice: row.decimalOr('StopPrice', '0'),
    timeInForce: row.textOr('TimeInForce', 'GTC'),
    expiresAt: row.integerOr('ExpireTime', 0),
    ocoOrderId: row.integerOr('OrderIdOCO', 0),
    limitOffset: row.decimalOr('PegLimitOffset', '0'),
    trigger: row.textOr('PegPriceType', 'Last'),
    isPostOnly: flags.includes('PostOnly'),
    isWaiting: order.orderType.includes('Stop') && !flags.includes('AddedToBook'),
  };
}
