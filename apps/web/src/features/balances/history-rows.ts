/** Orders and tickets as rows of one seven-column table. */
import type { Instrument } from '../../api/calls/market-data/get-instruments.ts';
import type { Order } from '../../api/records/order.ts';
import type { Ticket } from '../../api/records/ticket.ts';
import { isPositive } from '../../money/decimal.ts';

/** Amounts are decimal text; a null price draws an em dash. `at` is a moment for `Date`. */
export type HistoryRow = {
  readonly id: string;
  readonly pair: string;
  readonly side: string;
  /** The order's type, or the ticket's number. */
  readonly type: { readonly order: string } | { readonly ticket: number };
  /** How far a trailing stop follows the market, in `priceUnit`; null for every other order and for tickets. */
  readonly trailingAmount: string | null;
  readonly size: string;
  readonly sizeUnit: string;
  readonly price: string | null;
  readonly priceUnit: string;
  readonly at: string | number;
  readonly status: string;
  readonly reason: string | null;
};

export function toOrderRow(order: Order, instruments: readonly Instrument[]): HistoryRow {
  const instrument = instruments.find(({ instrumentId }) => instrumentId === order.instrumentId);
  const price = isPositive(order.averagePrice) ? order.averagePrice : order.limitPrice;
  return {
    id: `order-${order.orderId}`,
    pair: instrument ? `${instrument.baseSymbol}/${instrument.quoteSymbol}` : String(order.instrumentId),
    side: order.side,
    type: { order: order.orderType },
    trailingAmount: isPositive(order.trailingAmount) ? order.trailingAmount : null,
    size: order.quantity,
    sizeUnit: instrument?.baseSymbol ?? '',
    price: isPositive(price) ? price : null,
    priceUnit: instrument?.quoteSymbol ?? '',
    at: order.receivedAt,
    status: order.state,
    reason: null,
  };
}

/** Converts a ticket to a row. The price is the value of the amount at the time of the ticket. */
export function toTicketRow(
  ticket: Ticket,
  side: 'Deposit' | 'Withdraw',
  findSymbol: (productId: number) => string | undefined,
): HistoryRow {
  const unit = ticket.notionalProductId === null ? undefined : findSymbol(ticket.notionalProductId);
  return {
    id: `ticket-${ticket.ticketNumber}`,
    pair: ticket.symbol,
    side,
    type: { ticket: ticket.ticketNumber },
    trailingAmount: null,
    size: ticket.amount,
    sizeUnit: ticket.symbol,
    price: unit !== undefined && isPositive(ticket.notionalValue) ? ticket.notionalValue : null,
    priceUnit: unit ?? '',
    at: ticket.createdAt,
    status: ticket.status,
    reason: ticket.rejectReason,
  };
}
