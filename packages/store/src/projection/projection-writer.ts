/** Writes read models: all rows of a stretch of the journal, and the new position, in one transaction. */
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { assert } from '@salar/protocol';
import type { Sequence } from '@salar/protocol';
import { asQueryable } from '../database.ts';
import type { Database, Queryable } from '../database.ts';
import { writePoint } from '../write-points.ts';
import { writeCandles } from './candles.ts';
import type { ProjectedRows } from './projection-rows.ts';

/** The position of the read models in the journal. */
export type ProjectionPosition = { readonly sequence: Sequence; readonly entryCount: number };

const copies = {
  orders: `COPY order_history (order_id, account_id, user_id, instrument_id, price, client_order_id, received_at,
    updated_at, side, order_type, time_in_force, status, reason, is_quote, quantity, value, executed, notional) FROM STDIN`,
  terms: `COPY order_terms (order_id, display_quantity, expires_at, oco_order_id, stop_trigger, stop_price,
    trailing_amount, limit_offset, current_stop, is_waiting, origin_order_id, origin_client_order_id) FROM STDIN`,
  trades: `COPY trade (trade_id, sequence, at, instrument_id, price, taker_order_id, taker_account_id,
    taker_client_order_id, maker_order_id, maker_account_id, maker_client_order_id, taker_side, taker_order_type,
    maker_order_type, quantity, notional, taker_fee, taker_remaining, maker_fee, maker_remaining) FROM STDIN`,
  entries: `COPY ledger_entry (entry_id, sequence, at, account_id, product_id, reference, counterparty, kind,
    reference_kind, amount, balance) FROM STDIN`,
} as const;

export async function readProjectionPosition(on: Queryable): Promise<ProjectionPosition> {
  const rows = await on.query<ProjectionPosition>(
    'SELECT sequence, entry_count AS "entryCount" FROM projection',
  );
  const [position] = rows;
  if (position === undefined) throw new Error('the position of the read models is missing from the database');
  return position;
}

export class ProjectionWriter {
  readonly #database: Database;
  readonly #epoch: number;
  #client: pg.Client | null = null;

  /**
   * @param epoch  of the journal's writer that this projection belongs to: when that loses the lease, so does this
   * one
   */
  constructor(database: Database, epoch: number) {
    this.#database = database;
    this.#epoch = epoch;
  }

  /**
   * Writes the rows between two positions, all or nothing.
   *
   * Repeating a write that a lost connection may have committed already is safe: the position decides.
   *
   * @returns `lost` when another process writes the read models now
   * @throws when PostgreSQL cannot be reached or rejects it; then nothing is written, or all of it: call again to
   * find out
   */
  async write(stretch: { from: Sequence; to: Sequence; rows: ProjectedRows }): Promise<'written' | 'lost'> {
    this.#client ??= await this.#database.connect();
    try {
      return await this.#writeOn(this.#client, stretch);
    } catch (error) {
      await this.close(); // whatever state the connection is in, the next attempt uses a new one
      throw error;
    }
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    // Errors of a connection that is already broken are irrelevant.
    await client?.end().catch(() => undefined);
  }

  async #writeOn(
    client: pg.Client,
    { from, to, rows }: { from: Sequence; to: Sequence; rows: ProjectedRows },
  ): Promise<'written' | 'lost'> {
    // One message, three statements, each with its own snapshot: the lease is read only after the position's row is
    // locked by us, because a new writer increments the epoch while it holds that row.
    const [, position, lease] = (await client.query(
      'BEGIN; SELECT sequence FROM projection FOR UPDATE; SELECT epoch FROM writer_lease',
    )) as unknown as [unknown, pg.QueryResult<{ sequence: Sequence }>, pg.QueryResult<{ epoch: number }>];
    const current = position.rows[0]?.sequence;
    if (current !== from || lease.rows[0]?.epoch !== this.#epoch) {
      await client.query('ROLLBACK');
      return current === to ? 'written' : 'lost';
    }
    await copy(client, copies.orders, rows.orders);
    await copy(client, copies.terms, rows.terms);
    await copy(client, copies.trades, rows.trades);
    await copy(client, copies.entries, rows.entries);
    await writeCandles(asQueryable(client), rows.candles);
    writePoint('history.copied');
    await client.query(
      `UPDATE projection SET sequence = ${whole(to)}, entry_count = ${whole(rows.entryCount)}; COMMIT`,
    );
    writePoint('history.committed');
    return 'written';
  }
}

async function copy(client: pg.Client, statement: string, rows: Uint8Array): Promise<void> {
  if (rows.length === 0) return;
  const stream = client.query(copyFrom(statement));
  const copied = finished(stream);
  stream.end(rows);
  await copied;
}

/** Formats a number for a statement without parameters, which several statements in one message must be. */
function whole(value: number): string {
  assert(Number.isSafeInteger(value), 'a position is a whole number');
  return String(value);
}
