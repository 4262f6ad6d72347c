import type { Migration } from '../index.ts';

/**
 * Candles in place of closing prices by the minute.
 *
 * Closes from before an instrument's first trade become seeds. The rest comes from the journal: the read models start
 * over, and the follower fills them at the next start.
 */
export const candles: Migration = {
  id: '060-candles',
  sql: `
    CREATE TABLE candle (
      instrument_id bigint NOT NULL,
      interval_seconds integer NOT NULL,
      is_seed boolean NOT NULL,
      begins_at bigint NOT NULL,
      open bigint NOT NULL,
      high bigint NOT NULL,
      low bigint NOT NULL,
      close bigint NOT NULL,
      volume numeric NOT NULL,
      notional numeric NOT NULL,
      trades bigint NOT NULL,
      bid bigint,
      ask bigint,
      PRIMARY KEY (instrument_id, interval_seconds, is_seed, begins_at)
    ) WITH (fillfactor = 90);

    INSERT INTO candle (instrument_id, interval_seconds, is_seed, begins_at, open, high, low, close, volume, notional,
      trades, bid, ask)
    SELECT instrument_id, length, true, at_minute - at_minute % (length * 1000) AS begins_at,
      (array_agg(close_ticks ORDER BY at_minute))[1], max(close_ticks), min(close_ticks),
      (array_agg(close_ticks ORDER BY at_minute DESC))[1], 0, 0, 0, 0, 0
    FROM price_history CROSS JOIN unnest(ARRAY[60, 300, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400, 604800])
      AS length
    WHERE at_minute < coalesce((SELECT trade.at - trade.at % 60000 FROM trade
      WHERE trade.instrument_id = price_history.instrument_id ORDER BY trade_id LIMIT 1), 9007199254740991)
    GROUP BY instrument_id, length, at_minute - at_minute % (length * 1000);

    DROP TABLE price_history;

    TRUNCATE order_history, trade, ledger_entry;
    UPDATE projection SET sequence = 0, entry_count = 0;
  `,
};
