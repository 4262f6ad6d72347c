/** Closing prices by the minute: kept by the projector from trades, seeded by the local profile. */
import type { InstrumentId, Millis, Ticks } from '@salar/protocol';
import type { Queryable } from '../database.ts';
import type { PriceClose } from './projection-rows.ts';

export type ClosePrice = { readonly atMinute: Millis; readonly closeTicks: Ticks };

const rowsPerStatement = 5000;

/** Closes of minutes at or after `sinceMs`, oldest first. Minutes without a trade have none. */
export async function closePrices(
  on: Queryable,
  instrumentId: InstrumentId,
  sinceMs: Millis,
): Promise<readonly ClosePrice[]> {
  return on.query<ClosePrice>(
    `SELECT at_minute AS "atMinute", close_ticks AS "closeTicks" FROM price_history
     WHERE instrument_id = $1 AND at_minute >= $2 ORDER BY at_minute`,
    [instrumentId, sinceMs],
    'close-prices',
  );
}

/** The newest close at or before `at`: what a change since then is measured against. */
export async function closePriceAt(
  on: Queryable,
  instrumentId: InstrumentId,
  at: Millis,
): Promise<ClosePrice | null> {
  const rows = await on.query<ClosePrice>(
    `SELECT at_minute AS "atMinute", close_ticks AS "closeTicks" FROM price_history
     WHERE instrument_id = $1 AND at_minute <= $2 ORDER BY at_minute DESC LIMIT 1`,
    [instrumentId, at],
    'close-price-at',
  );
  return rows[0] ?? null;
}

/** Adds closes from before the first trade. Minutes that have one keep it. */
export async function seedPriceHistory(on: Queryable, closes: readonly PriceClose[]): Promise<void> {
  await insert(on, closes, 'DO NOTHING');
}

/** Adds closes; a minute that has one takes the new. No minute may come twice in one call. */
export async function upsertCloses(on: Queryable, closes: readonly PriceClose[]): Promise<void> {
  await insert(on, closes, 'DO UPDATE SET close_ticks = excluded.close_ticks');
}

async function insert(on: Queryable, closes: readonly PriceClose[], onConflict: string): Promise<void> {
  for (let at = 0; at < closes.length; at += rowsPerStatement) {
    const some = closes.slice(at, at + rowsPerStatement);
    await on.query(
      `INSERT INTO price_history (instrument_id, at_minute, close_ticks)
       SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[])
       ON CONFLICT (instrument_id, at_minute) ${onConflict}`,
      [
        some.map((close) => close.instrumentId),
        some.map((close) => close.atMinute),
        some.map((close) => close.closeTicks),
      ],
    );
  }
}
