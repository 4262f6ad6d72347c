/** Reads of whole read models in their own order, for checks against the journal. */
import { millis } from '@salar/protocol';
import type { AccountId, Millis, Minor, OrderRecord, ProductId, Trade } from '@salar/protocol';
import type { Database, Queryable } from '../database.ts';
import type { LedgerEntry } from './reads.ts';
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

/** Runs `work` on one consistent snapshot of the whole database: concurrent writes are not visible. */
export function withFrozenView<T>(database: Database, work: (view: Queryable) => Promise<T>): Promise<T> {
  return database.transaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    return work(tx);
  });
}

/** Returns the time of the journal's last batch; 0 while it is empty. */
export async function readLastBatchTime(on: Queryable): Promise<Millis> {
  const rows = await on.query<{ at: Millis }>('SELECT at FROM journal ORDER BY first_sequence DESC LIMIT 1');
  return rows[0]?.at ?? millis(0);
}

/** A range of ids: both ends are included. */
export type IdRange = { readonly first: number; readonly last: number };

/** Returns the ledger entries of the range, oldest first. */
export async function listEntriesInRange(on: Queryable, { first, last }: IdRange): Promise<LedgerEntry[]> {
  const rows = await on.query<EntryRow>(
    `SELECT ${entryColumns} FROM ledger_entry WHERE entry_id BETWEEN $1 AND $2 ORDER BY entry_id`,
    [first, last],
  );
  return rows.map(toLedgerEntry);
}

/** Returns the trades of the range, oldest first. */
export async function listTradesInRange(on: Queryable, { first, last }: IdRange): Promise<Trade[]> {
  const rows = await on.query<TradeRow>(
    `SELECT ${tradeColumns} FROM trade WHERE trade_id BETWEEN $1 AND $2 ORDER BY trade_id`,
    [first, last],
  );
  return rows.map(toTrade);
}

/** Returns those of the orders that are in history, in no particular order. */
export async function findFinishedOrders(
  on: Queryable,
  orders: readonly Pick<OrderRecord, 'accountId' | 'orderId'>[],
): Promise<OrderRecord[]> {
  const rows = await on.query<OrderRow>(
    `SELECT ${orderColumns} FROM ${orderTables} JOIN unnest($1::bigint[], $2::bigint[]) AS wanted (account, id)
       ON account_id = account AND order_id = id`,
    [orders.map((order) => order.accountId), orders.map((order) => order.orderId)],
    'finished-orders',
  );
  return rows.map(toOrderRecord);
}

export type HistoryCounts = {
  readonly entries: number;
  readonly trades: number;
  readonly orders: number;
  readonly orderTerms: number;
};

export async function countHistory(on: Queryable): Promise<HistoryCounts> {
  const rows = await on.query<HistoryCounts>(
    `SELECT (SELECT count(*) FROM ledger_entry) AS entries, (SELECT count(*) FROM trade) AS trades,
       (SELECT count(*) FROM order_history) AS orders, (SELECT count(*) FROM order_terms) AS "orderTerms"`,
  );
  return rows[0] ?? { entries: 0, trades: 0, orders: 0, orderTerms: 0 };
}

export type LedgerBalance = {
  readonly accountId: AccountId;
  readonly productId: ProductId;
  /** Sum of all entries. */
  readonly sum: Minor;
  /** The balance in the last entry. */
  readonly last: Minor;
};

const balancesPerRead = 20_000;

/** Yields sum and last balance of every account and product that has entries, some accounts at a time. */
export async function* readLedgerBalances(on: Queryable): AsyncGenerator<LedgerBalance, void, undefined> {
  for (let after = 0; ;) {
    const accounts: { id: number }[] = await on.query<{ id: number }>(
      `WITH RECURSIVE owner (id, n) AS (
         (SELECT account_id, 1 FROM ledger_entry WHERE account_id > $1 ORDER BY account_id LIMIT 1)
         UNION ALL
         SELECT (SELECT account_id FROM ledger_entry WHERE account_id > owner.id ORDER BY account_id LIMIT 1), n + 1
         FROM owner WHERE owner.id IS NOT NULL AND n < ${balancesPerRead})
       SELECT id FROM owner WHERE id IS NOT NULL`,
      [after],
    );
    const last = accounts.at(-1)?.id;
    if (last === undefined) return;
    yield* await on.query<LedgerBalance>(
      `SELECT account_id AS "accountId", product_id AS "productId", sum(amount) AS sum,
         (array_agg(balance ORDER BY entry_id DESC))[1] AS last
       FROM ledger_entry WHERE account_id > $1 AND account_id <= $2 GROUP BY account_id, product_id`,
      [after, last],
    );
    after = last;
  }
}
