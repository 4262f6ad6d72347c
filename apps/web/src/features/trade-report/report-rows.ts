/** Orders, deposits and withdrawals as rows of one report (product spec, section 3: unified report row). */
import type { Instrument } from '../../api/calls/market-data/get-instruments.ts';
import type { Order } from '../../api/records/order.ts';
import type { Ticket } from '../../api/records/ticket.ts';
import { isPositive } from '../../money/decimal.ts';

export type ReportType = 'trade' | 'deposit' | 'withdrawal';

/** Amounts and prices are decimal text with every digit the server sent. */
export type ReportRow = {
  readonly id: string;
  readonly type: ReportType;
  /** The product, or the pair of a trade: `BTC/USDT`. */
  readonly tokenSymbol: string;
  /** The product, or both products of a trade's pair. */
  readonly productIds: readonly number[];
  readonly amount: string;
  readonly amountUnit: string;
  readonly status: string;
  /** Milliseconds since 1970, UTC. */
  readonly date: number;
  /** `Buy` or `Sell`; null on deposits and withdrawals, which have no side. */
  readonly side: string | null;
  /** The average price of an order's fills; null on an order without a fill, on deposits and on withdrawals. */
  readonly price: string | null;
  readonly priceUnit: string;
};

export type ReportSources = {
  readonly orders: readonly Order[];
  readonly deposits: readonly Ticket[];
  readonly withdrawals: readonly Ticket[];
  readonly instruments: readonly Instrument[];
};

/** Merges the sources into rows, newest first. */
export function toReportRows({ orders, deposits, withdrawals, instruments }: ReportSources): ReportRow[] {
  const byId = new Map(instruments.map((instrument) => [instrument.instrumentId, instrument]));
  return [
    ...orders.map((order) => toTradeRow(order, byId.get(order.instrumentId))),
    ...deposits.map((ticket) => toTicketRow(ticket, 'deposit')),
    ...withdrawals.map((ticket) => toTicketRow(ticket, 'withdrawal')),
  ].sort((a, b) => b.date - a.date || (a.id < b.id ? 1 : -1));
}

/**
 * Converts an order. Every order is a trade of the report, not only those with a fill: the product's status groups name
 * states (Working, New, Rejected, Expired) that only orders without one can have. So the amount is the order's, and the
 * price the average of its fills.
 */
function toTradeRow(order: Order, instrument: Instrument | undefined): ReportRow {
  return {
    id: `trade-${order.orderId}`,
    type: 'trade',
    tokenSymbol: instrument
      ? `${instrument.baseSymbol}/${instrument.quoteSymbol}`
      : String(order.instrumentId),
    productIds: instrument ? [instrument.baseId, instrument.quoteId] : [],
    amount: order.quantity,
    amountUnit: instrument?.baseSymbol ?? '',
    status: order.state,
    date: order.receivedAt,
    side: order.side,
    price: isPositive(order.averagePrice) ? order.averagePrice : null,
    priceUnit: instrument?.quoteSymbol ?? '',
  };
}

function toTicketRow(ticket: Ticket, type: 'deposit' | 'withdrawal'): ReportRow {
  return {
    id: `${type}-${ticket.ticketNumber}`,
    type,
    tokenSymbol: ticket.symbol,
    productIds: [ticket.productId],
    amount: ticket.amount,
    amountUnit: ticket.symbol,
    status: ticket.status,
    date: Date.parse(ticket.createdAt),
    side: null,
    price: null,
    priceUnit: '',
  };
}
