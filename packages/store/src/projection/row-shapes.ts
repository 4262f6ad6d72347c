/** Rows of the read models, and their conversion to records. */
import { accountId, instrumentId, lots, millis, minor, orderId, productId } from '@salar/protocol';
import { sequence, ticks, tradeId, userId } from '@salar/protocol';
import type { OrderOrigin, OrderRecord, OrderTerms, Posting, StopRecord, Trade } from '@salar/protocol';
import {
  orderTypes,
  postingKinds,
  reasons,
  sides,
  statuses,
  stopTriggers,
  timesInForce,
} from './enum-codes.ts';

export type OrderRow = {
  readonly order_id: number;
  readonly account_id: number;
  readonly user_id: number;
  readonly instrument_id: number;
  readonly price: number;
  readonly client_order_id: number;
  readonly received_at: number;
  readonly updated_at: number;
  readonly side: number;
  readonly order_type: number;
  readonly time_in_force: number;
  readonly status: number;
  readonly reason: number;
  readonly is_quote: boolean;
  readonly quantity: bigint;
  readonly value: bigint;
  readonly executed: bigint;
  readonly notional: bigint;
  readonly display_quantity: bigint | null;
  readonly expires_at: number | null;
  readonly oco_order_id: number | null;
  readonly stop_trigger: number | null;
  readonly stop_price: number | null;
  readonly trailing_amount: number | null;
  readonly limit_offset: number | null;
  readonly current_stop: number | null;
  readonly is_waiting: boolean | null;
  readonly origin_order_id: number | null;
  readonly origin_client_order_id: number | null;
};
export const orderColumns = `order_id, account_id, user_id, instrument_id, price, client_order_id, received_at,
  updated_at, side, order_type, time_in_force, status, reason, is_quote, quantity, value, executed, notional,
  display_quantity, expires_at, oco_order_id, stop_trigger, stop_price, trailing_amount, limit_offset, current_stop,
  is_waiting, origin_order_id, origin_client_order_id`;
/** The tables that hold `orderColumns`. */
export const orderTables = 'order_history LEFT JOIN order_terms USING (order_id)';

export function toOrderRecord(row: OrderRow): OrderRecord {
  return {
    orderId: orderId(row.order_id),
    accountId: accountId(row.account_id),
    userId: userId(row.user_id),
    instrumentId: instrumentId(row.instrument_id),
    side: sides.fromCode(row.side),
    orderType: orderTypes.fromCode(row.order_type),
    timeInForce: timesInForce.fromCode(row.time_in_force),
    price: ticks(row.price),
    quantity: lots(row.quantity),
    value: minor(row.value),
    executed: lots(row.executed),
    notional: minor(row.notional),
    clientOrderId: row.client_order_id,
    isQuote: row.is_quote,
    terms: toOrderTerms(row),
    stop: toStopRecord(row),
    origin: toOrderOrigin(row),
    status: statuses.fromCode(row.status),
    reason: reasons.fromCode(row.reason),
    receivedAt: millis(row.received_at),
    updatedAt: millis(row.updated_at),
  };
}

function toOrderTerms(row: OrderRow): OrderTerms | null {
  if (row.display_quantity === null) return null;
  return {
    displayQuantity: lots(row.display_quantity),
    expiresAt: millis(row.expires_at ?? 0),
    ocoOrderId: orderId(row.oco_order_id ?? 0),
  };
}

function toStopRecord(row: OrderRow): StopRecord | null {
  if (row.stop_trigger === null) return null;
  return {
    trigger: stopTriggers.fromCode(row.stop_trigger),
    stopPrice: ticks(row.stop_price ?? 0),
    trailingAmount: ticks(row.trailing_amount ?? 0),
    limitOffset: ticks(row.limit_offset ?? 0),
    currentStop: ticks(row.current_stop ?? 0),
    isWaiting: row.is_waiting === true,
  };
}

function toOrderOrigin(row: OrderRow): OrderOrigin | null {
  if (row.origin_order_id === null) return null;
  return { orderId: orderId(row.origin_order_id), clientOrderId: row.origin_client_order_id ?? 0 };
}

export type TradeRow = {
  readonly trade_id: number;
  readonly sequence: number;
  readonly at: number;
  readonly instrument_id: number;
  readonly price: number;
  readonly taker_order_id: number;
  readonly taker_account_id: number;
  readonly taker_client_order_id: number;
  readonly maker_order_id: number;
  readonly maker_account_id: number;
  readonly maker_client_order_id: number;
  readonly taker_side: number;
  readonly taker_order_type: number;
  readonly maker_order_type: number;
  readonly quantity: bigint;
  readonly notional: bigint;
  readonly taker_fee: bigint;
  readonly taker_remaining: bigint;
  readonly maker_fee: bigint;
  readonly maker_remaining: bigint;
};
export const tradeColumns = `trade_id, sequence, at, instrument_id, price, taker_order_id, taker_account_id,
  taker_client_order_id, maker_order_id, maker_account_id, maker_client_order_id, taker_side, taker_order_type,
  maker_order_type, quantity, notional, taker_fee, taker_remaining, maker_fee, maker_remaining`;

export function toTrade(row: TradeRow): Trade {
  return {
    tradeId: tradeId(row.trade_id),
    sequence: sequence(row.sequence),
    at: millis(row.at),
    instrumentId: instrumentId(row.instrument_id),
    price: ticks(row.price),
    quantity: lots(row.quantity),
    notional: minor(row.notional),
    takerSide: sides.fromCode(row.taker_side),
    taker: {
      orderId: orderId(row.taker_order_id),
      accountId: accountId(row.taker_account_id),
      clientOrderId: row.taker_client_order_id,
      orderType: orderTypes.fromCode(row.taker_order_type),
      fee: minor(row.taker_fee),
      remaining: lots(row.taker_remaining),
    },
    maker: {
      orderId: orderId(row.maker_order_id),
      accountId: accountId(row.maker_account_id),
      clientOrderId: row.maker_client_order_id,
      orderType: orderTypes.fromCode(row.maker_order_type),
      fee: minor(row.maker_fee),
      remaining: lots(row.maker_remaining),
    },
  };
}

export type EntryRow = {
  readonly entry_id: number;
  readonly sequence: number;
  readonly at: number;
  readonly account_id: number;
  readonly product_id: number;
  readonly reference: number;
  readonly counterparty: number;
  readonly kind: number;
  readonly reference_kind: number;
  readonly amount: bigint;
  readonly balance: bigint;
};
export const entryColumns = `entry_id, sequence, at, account_id, product_id, reference, counterparty, kind,
  reference_kind, amount, balance`;

export function toLedgerEntry(row: EntryRow): Posting & { readonly entryId: number } {
  return {
    entryId: row.entry_id,
    sequence: sequence(row.sequence),
    at: millis(row.at),
    accountId: accountId(row.account_id),
    productId: productId(row.product_id),
    amount: minor(row.amount),
    balance: minor(row.balance),
    kind: postingKinds.fromCode(row.kind),
    reference: row.reference,
    referenceKind: postingKinds.fromCode(row.reference_kind) as Posting['referenceKind'],
    counterparty: accountId(row.counterparty),
  };
}
