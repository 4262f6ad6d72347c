/**
 * Reads of the read models: finished orders, ledger entries, trades. Newest first unless stated otherwise.
 *
 * They may lag behind the engine by milliseconds; `Sequencer.projected` waits until they include what was committed.
 */
import type {
  AccountId,
  InstrumentId,
  Millis,
  OrderId,
  OrderRecord,
  Posting,
  PostingKind,
  ProductId,
  Ticks,
  Trade,
  TradeId,
} from '@salar/protocol';
import { ticks, tradeId } from '@salar/protocol';
import type { Queryable } from '../database.ts';
import { postingKinds } from './enum-codes.ts';
import {
  entryColumns,
  toLedgerEntry,
  orderColumns,
  toOrderRecord,
  orderTables,
  tradeColumns,
  toTrade,
} from './row-shapes.ts';
import type { EntryRow, OrderRow, TradeRow } from './row-shapes.ts';

export type Page = { readonly startIndex: number; readonly limit: number };
export type OrderFilter = Page & { readonly accountId: AccountId; readonly instrumentId?: InstrumentId };
export type TradeFilter = OrderFilter & {
  readonly orderId?: OrderId;
  readonly tradeId?: TradeId;
  /** First millisecond that is included. */
  readonly fromAt?: Millis;
  /** First millisecond that is excluded. */
  readonly untilAt?: Millis;
};
/** A posting with its number: 1 is the first line of the ledger. */
export type LedgerEntry = Posting & { readonly entryId: number };

/** Returns finished orders of an account. The engine has the open ones. */
export async function listFinishedOrders(
  on: Queryable,
  filter: OrderFilter,
): Promise<readonly OrderRecord[]> {
  const rows = await on.query<OrderRow>(
    `SELECT ${orderColumns} FROM ${orderTables} WHERE account_id = $1 AND ($2::bigint IS NULL OR instrument_id = $2)
     ORDER BY order_id DESC OFFSET $3 LIMIT $4`,
    [filter.accountId, filter.instrumentId ?? null, filter.startIndex, filter.limit],
    'orders-of',
  );
  return rows.map(toOrderRecord);
}

/** Returns a finished order of the account; null while it is open, and when the account has no such order. */
export async function findFinishedOrder(
  on: Queryable,
  { accountId, orderId }: { readonly accountId: AccountId; readonly orderId: OrderId },
): Promise<OrderRecord | null> {
  const rows = await on.query<OrderRow>(
    `SELECT ${orderColumns} FROM ${orderTables} WHERE account_id = $1 AND order_id = $2`,
    [accountId, orderId],
    'finished-order',
  );
  return rows[0] === undefined ? null : toOrderRecord(rows[0]);
}

export async function listLedgerEntries(
  on: Queryable,
  filter: Page & {
    readonly accountId: AccountId;
    readonly productId?: ProductId;
    readonly kind?: PostingKind;
    /** The kind of posting that fees and trades refer to. */
    readonly referenceKind?: PostingKind;
    readonly reference?: number;
    /** First millisecond that is included. */
    readonly fromAt?: Millis;
    /** First millisecond that is excluded. */
    readonly untilAt?: Millis;
  },
): Promise<readonly LedgerEntry[]> {
  const rows = await on.query<EntryRow>(
    `SELECT ${entryColumns} FROM ledger_entry WHERE account_id = $1
       AND ($2::bigint IS NULL OR product_id = $2) AND ($3::smallint IS NULL OR kind = $3)
       AND ($4::smallint IS NULL OR reference_kind = $4) AND ($5::bigint IS NULL OR reference = $5)
       AND ($6::bigint IS NULL OR at >= $6) AND ($7::bigint IS NULL OR at < $7)
     ORDER BY entry_id DESC OFFSET $8 LIMIT $9`,
    [
      filter.accountId,
      filter.productId ?? null,
      filter.kind === undefined ? null : postingKinds.codes[filter.kind],
      filter.referenceKind === undefined ? null : postingKinds.codes[filter.referenceKind],
      filter.reference ?? null,
      filter.fromAt ?? null,
      filter.untilAt ?? null,
      filter.startIndex,
      filter.limit,
    ],
    'ledger-of',
  );
  return rows.map(toLedgerEntry);
}

/** Returns trades in which the account was on either side. */
export async function listAccountTrades(on: Queryable, filter: TradeFilter): Promise<readonly Trade[]> {
  const side = (name: 'taker' | 'maker') =>
    `(SELECT * FROM trade WHERE ${name}_account_id = $1 AND ($2::bigint IS NULL OR instrument_id = $2)
        AND ($3::bigint IS NULL OR ${name}_order_id = $3)
        AND ($4::bigint IS NULL OR at >= $4) AND ($5::bigint IS NULL OR at < $5)
        AND ($8::bigint IS NULL OR trade_id = $8)
      ORDER BY trade_id DESC LIMIT $6::bigint + $7::bigint)`;
  // An account never trades with itself, so the two halves share no trade.
  const rows = await on.query<TradeRow>(
    `SELECT ${tradeColumns} FROM (${side('taker')} UNION ALL ${side('maker')}) AS own
     ORDER BY trade_id DESC OFFSET $6 LIMIT $7`,
    [
      filter.accountId,
      filter.instrumentId ?? null,
      filter.orderId ?? null,
      filter.fromAt ?? null,
      filter.untilAt ?? null,
      filter.startIndex,
      filter.limit,
      filter.tradeId ?? null,
    ],
    'trades-of',
  );
  return rows.map(toTrade);
}

/**
 * Returns, for each trade, the price of the one before it on its instrument; the first trade of an instrument has
 * none.
 */
export async function readPreviousPrices(
  on: Queryable,
  trades: readonly Pick<Trade, 'instrumentId' | 'tradeId'>[],
): Promise<ReadonlyMap<TradeId, Ticks>> {
  const rows = await on.query<{ id: number; price: number }>(
    `SELECT id, before.price FROM unnest($1::bigint[], $2::bigint[]) AS wanted (instrument, id) CROSS JOIN LATERAL (
       SELECT price FROM trade WHERE instrument_id = instrument AND trade_id < id
       ORDER BY trade_id DESC LIMIT 1) AS before`,
    [trades.map((trade) => trade.instrumentId), trades.map((trade) => trade.tradeId)],
    'prices-before',
  );
  return new Map(rows.map((row) => [tradeId(row.id), ticks(row.price)]));
}

/** Returns the newest trades of an instrument. */
export async function listLastTrades(
  on: Queryable,
  instrumentId: InstrumentId,
  count: number,
): Promise<readonly Trade[]> {
  const rows = await on.query<TradeRow>(
    `SELECT ${tradeColumns} FROM trade WHERE instrument_id = $1 ORDER BY trade_id DESC LIMIT $2`,
    [instrumentId, count],
    'last-trades',
  );
  return rows.map(toTrade);
}
