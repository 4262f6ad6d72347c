/**
 * Candles in their table: written by the follower from the journal, and seeded with a past from before the first
 * trade.
 *
 * Seeds are separate rows, so that the candles from the journal can be compared and rebuilt without them.
 */
import { instrumentId, lots, millis, minor, ticks } from '@salar/protocol';
import type { InstrumentId, Millis, Sequence } from '@salar/protocol';
import type { Queryable } from '../database.ts';
import { candleIntervals } from './candle-fold.ts';
import type { Candle, CandleInterval, CandleChanges } from './candle-fold.ts';

/** How many days of closed candles are kept; longer intervals are kept for ever. */
const keptDays: ReadonlyMap<CandleInterval, number> = new Map([
  [60, 90],
  [300, 730],
]);
const dayMs = 86_400_000;
const rowsPerStatement = 5000;

type CandleRow = {
  readonly instrument_id: number;
  readonly interval_seconds: number;
  readonly begins_at: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: bigint;
  readonly notional: bigint;
  readonly trades: number;
  readonly bid: number | null;
  readonly ask: number | null;
};
type SeriesRow = CandleRow & { readonly is_seed: boolean };
const columns =
  'instrument_id, interval_seconds, begins_at, open, high, low, close, volume, notional, trades, bid, ask';

/** Returns the time before which candles of the interval may be deleted once the UTC day of `at` has begun. */
export function keptSince(interval: CandleInterval, at: Millis): number {
  const days = keptDays.get(interval);
  return days === undefined ? 0 : at - (at % dayMs) - days * dayMs;
}

/** Writes the changes of a fold, and deletes expired candles once a day. */
export async function writeCandles(on: Queryable, { changed, dayBegun }: CandleChanges): Promise<void> {
  await upsert(on, changed, {
    isSeed: false,
    onConflict: `open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
      volume = excluded.volume, notional = excluded.notional, trades = excluded.trades, bid = excluded.bid,
      ask = excluded.ask`,
  });
  if (dayBegun === null) return;
  for (const interval of keptDays.keys()) await forget(on, interval, keptSince(interval, dayBegun));
}

/** Adds candles from before an instrument's first trade. Existing ones are merged with them. */
export async function seedCandles(on: Queryable, candles: readonly Candle[]): Promise<void> {
  await upsert(on, candles, {
    isSeed: true,
    onConflict: `high = greatest(candle.high, excluded.high), low = least(candle.low, excluded.low),
      close = excluded.close`,
  });
}

async function upsert(
  on: Queryable,
  candles: readonly Candle[],
  { isSeed, onConflict }: { isSeed: boolean; onConflict: string },
): Promise<void> {
  for (let at = 0; at < candles.length; at += rowsPerStatement) {
    const some = candles.slice(at, at + rowsPerStatement);
    await on.query(
      `INSERT INTO candle (${columns}, is_seed)
       SELECT *, ${isSeed} FROM unnest($1::bigint[], $2::integer[], $3::bigint[], $4::bigint[], $5::bigint[],
         $6::bigint[], $7::bigint[], $8::numeric[], $9::numeric[], $10::bigint[], $11::bigint[], $12::bigint[])
       ON CONFLICT (instrument_id, interval_seconds, is_seed, begins_at) DO UPDATE SET ${onConflict}`,
      [
        some.map((one) => one.instrumentId),
        some.map((one) => one.interval),
        some.map((one) => one.beginsAt),
        some.map((one) => one.open),
        some.map((one) => one.high),
        some.map((one) => one.low),
        some.map((one) => one.close),
        some.map((one) => one.volume),
        some.map((one) => one.notional),
        some.map((one) => one.trades),
        some.map((one) => one.bid),
        some.map((one) => one.ask),
      ],
      isSeed ? 'seed-candles' : 'write-candles',
    );
  }
}

/** The last row before the time is kept: it holds the prices with which the following time began. */
async function forget(on: Queryable, interval: CandleInterval, before: number): Promise<void> {
  await on.query(
    `DELETE FROM candle AS old WHERE interval_seconds = $1 AND begins_at < $2 AND EXISTS
       (SELECT FROM candle AS newer WHERE newer.instrument_id = old.instrument_id
          AND newer.interval_seconds = old.interval_seconds AND newer.begins_at > old.begins_at
          AND newer.begins_at <= $2)`,
    [interval, before],
  );
}

/** Returns the newest candle from the journal, for every interval of the instruments: where a fold continues. */
export async function readNewestCandles(
  on: Queryable,
  instruments: readonly InstrumentId[],
): Promise<readonly Candle[]> {
  const rows = await on.query<CandleRow>(
    `SELECT newest.* FROM unnest($1::bigint[]) AS instrument, unnest($2::integer[]) AS length, LATERAL
       (SELECT ${columns} FROM candle WHERE instrument_id = instrument AND interval_seconds = length
          AND NOT is_seed ORDER BY begins_at DESC LIMIT 1) AS newest`,
    [instruments, candleIntervals],
  );
  return rows.map(toCandle);
}

export type CandleRange = {
  readonly instrumentId: InstrumentId;
  readonly interval: CandleInterval;
  /** First start that is included. */
  readonly from: number;
  /** First start that is excluded. */
  readonly until: number;
};

/**
 * Returns rows of the range, oldest first, preceded by the last one before it if there is one. Seeds are included up
 * to the first candle from the journal. The interval in which trading began is one candle: it opens as its seed does.
 */
export async function listCandles(on: Queryable, range: CandleRange): Promise<readonly Candle[]> {
  const rows = await on.query<SeriesRow>(
    `WITH series AS NOT MATERIALIZED (SELECT * FROM candle WHERE instrument_id = $1 AND interval_seconds = $2),
       traded AS (SELECT min(begins_at) AS since FROM series WHERE NOT is_seed)
     (SELECT ${columns}, is_seed FROM series WHERE NOT is_seed AND begins_at < $4 AND begins_at >= coalesce(
        (SELECT max(begins_at) FROM series WHERE NOT is_seed AND begins_at < $3), $3))
     UNION ALL
     (SELECT ${columns}, is_seed FROM series WHERE is_seed
        AND begins_at < least($4, (SELECT since + 1 FROM traded)) AND begins_at >= coalesce(
        (SELECT max(begins_at) FROM series WHERE is_seed AND begins_at < $3), $3))
     ORDER BY begins_at, is_seed DESC`,
    [range.instrumentId, range.interval, range.from, range.until],
    'candles-in',
  );
  return joinSeeds(rows);
}

/**
 * @param rows  of one interval, by instrument, oldest first; a seed precedes the journal's candle with the same start
 */
function joinSeeds(rows: readonly SeriesRow[]): readonly Candle[] {
  const candles: Candle[] = [];
  for (const row of rows) {
    const candle = toCandle(row);
    const seed = candles.at(-1);
    if (seed?.beginsAt !== candle.beginsAt || seed.instrumentId !== candle.instrumentId) {
      candles.push(candle);
      continue;
    }
    candles[candles.length - 1] = {
      ...candle,
      open: seed.open,
      high: seed.high > candle.high ? seed.high : candle.high,
      low: seed.low < candle.low ? seed.low : candle.low,
    };
  }
  return candles;
}

export type RecentMinutes = {
  /** The last command included in these. */
  readonly sequence: Sequence;
  /** By instrument, oldest first; seeds as far as charts show them. */
  readonly minutes: readonly Candle[];
};

/**
 * Returns every minute with trades that begins at or after `since`, and up to which command; before an instrument's
 * first trade, the minutes of its seeded past.
 */
export async function readMinutesSince(on: Queryable, since: Millis): Promise<RecentMinutes> {
  const rows = await on.query<SeriesRow & { readonly sequence: Sequence }>(
    `SELECT projection.sequence, minute.* FROM projection LEFT JOIN
       (SELECT ${columns}, is_seed FROM candle WHERE interval_seconds = 60 AND begins_at >= $1 AND (is_seed OR trades > 0))
       AS minute ON true ORDER BY instrument_id, begins_at, is_seed DESC`,
    [since],
  );
  const [first] = rows;
  if (first === undefined) throw new Error('the position of the read models is missing from the database');
  // Without a minute there is one row with empty columns.
  const minutes = rows.filter((row) => row.instrument_id !== null);
  const tradedSince = new Map<number, number>();
  for (const { instrument_id: id, is_seed: isSeed, begins_at: at } of minutes)
    if (!isSeed && !tradedSince.has(id)) tradedSince.set(id, at);
  const shown = minutes.filter(
    ({ instrument_id: id, is_seed: isSeed, begins_at: at }) => !isSeed || at <= (tradedSince.get(id) ?? at),
  );
  return { sequence: first.sequence, minutes: joinSeeds(shown) };
}

/** Returns the newest minute that had ended at `at`, seeds included; null when none is known. */
export async function findMinuteEndedBy(on: Queryable, id: InstrumentId, at: Millis): Promise<Candle | null> {
  const rows = await on.query<CandleRow>(
    `(SELECT ${columns}, is_seed FROM candle WHERE instrument_id = $1 AND interval_seconds = 60 AND NOT is_seed
        AND begins_at <= $2 ORDER BY begins_at DESC LIMIT 1)
     UNION ALL
     (SELECT ${columns}, is_seed FROM candle WHERE instrument_id = $1 AND interval_seconds = 60 AND is_seed
        AND begins_at <= $2 ORDER BY begins_at DESC LIMIT 1)
     ORDER BY is_seed, begins_at DESC LIMIT 1`,
    [id, at - 60_000],
    'minute-ended-by',
  );
  return rows[0] === undefined ? null : toCandle(rows[0]);
}

/** Returns the start of the first known hour, seeds included; null when none is known. Hours are kept for ever. */
export async function findFirstHour(on: Queryable, id: InstrumentId): Promise<Millis | null> {
  const rows = await on.query<{ at: Millis | null }>(
    `SELECT least(
       (SELECT min(begins_at) FROM candle WHERE instrument_id = $1 AND interval_seconds = 3600 AND is_seed),
       (SELECT min(begins_at) FROM candle WHERE instrument_id = $1 AND interval_seconds = 3600 AND NOT is_seed)) AS at`,
    [id],
    'first-hour',
  );
  return rows[0]?.at ?? null;
}

/** Returns the journal's rows with the same starts as `wanted`, for checks. */
export async function readMatchingCandles(
  on: Queryable,
  wanted: readonly Candle[],
): Promise<readonly Candle[]> {
  const rows = await on.query<CandleRow>(
    `SELECT ${columns} FROM candle JOIN unnest($1::bigint[], $2::integer[], $3::bigint[]) AS wanted (id, length, begin)
       ON instrument_id = id AND interval_seconds = length AND begins_at = begin WHERE NOT is_seed`,
    [
      wanted.map((one) => one.instrumentId),
      wanted.map((one) => one.interval),
      wanted.map((one) => one.beginsAt),
    ],
  );
  return rows.map(toCandle);
}

/** Counts the journal's rows that are retained as of `at`. */
export async function countCandles(on: Queryable, at: Millis): Promise<number> {
  const rows = await on.query<{ count: number }>(
    `SELECT count(*) FROM candle JOIN unnest($1::integer[], $2::bigint[]) AS kept (length, since)
       ON interval_seconds = length AND begins_at >= since WHERE NOT is_seed`,
    [candleIntervals, candleIntervals.map((interval) => keptSince(interval, at))],
  );
  return rows[0]?.count ?? 0;
}

function toCandle(row: CandleRow): Candle {
  return {
    instrumentId: instrumentId(row.instrument_id),
    interval: row.interval_seconds as CandleInterval,
    beginsAt: millis(row.begins_at),
    open: ticks(row.open),
    high: ticks(row.high),
    low: ticks(row.low),
    close: ticks(row.close),
    volume: lots(row.volume),
    notional: minor(row.notional),
    trades: row.trades,
    bid: row.bid,
    ask: row.ask,
  };
}
