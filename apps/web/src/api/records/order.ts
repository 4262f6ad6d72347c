import type { WireRow } from '../wire/wire-row.ts';

/** The latest state of an order. Amounts are decimal text. */
export type Order = {
  readonly orderId: number;
  readonly instrumentId: number;
  readonly side: string;
  readonly orderType: string;
  readonly quantity: string;
  readonly quantityExecuted: string;
  /** `'0'` before the first fill. */
  readonly averagePrice: string;
  readonly limitPrice: string;
  /** Milliseconds since 1970, UTC. */
  readonly receivedAt: number;
  readonly state: string;
};

export function readOrder(row: WireRow): Order {
  return {
    orderId: row.integer('OrderId'),
    instrumentId: row.integer('Instrument'),
    side: row.text('Side'),
    orderType: row.text('OrderType'),
    quantity: row.decimal('OrigQuantity'),
    quantityExecuted: row.decimalOr('QuantityExecuted', '0'),
    averagePrice: row.decimalOr('AvgPrice', '0'),
    limitPrice: row.decimalOr('Price', '0'),
    receivedAt: row.integer('ReceiveTime'),
    state: row.text('OrderState'),
  };
}
