import type { Migration } from './index.ts';

/**
 * One index of history where there were two: a row's key begins with what its table is read by.
 *
 * Ids are dense and written in ascending order, so that a BRIN index finds a range of them. Building the indexes takes
 * about a second for each million rows. `IF NOT EXISTS`, because those of a large exchange can be built while the version
 * before this one still runs (docs/decisions/0032-one-index-for-each-row-of-history.md).
 */
export const historyIndexes: Migration = {
  id: '112-history-indexes',
  sql: `
    CREATE UNIQUE INDEX IF NOT EXISTS ledger_entry_key ON ledger_entry (account_id, entry_id);
    CREATE UNIQUE INDEX IF NOT EXISTS order_history_key ON order_history (account_id, order_id);
    CREATE UNIQUE INDEX IF NOT EXISTS trade_key ON trade (instrument_id, trade_id);
    CREATE INDEX IF NOT EXISTS trade_by_taker ON trade (taker_account_id, trade_id);
    CREATE INDEX IF NOT EXISTS trade_by_maker ON trade (maker_account_id, trade_id);
    CREATE INDEX IF NOT EXISTS ledger_entry_ids ON ledger_entry USING brin (entry_id)
      WITH (pages_per_range = 512, autosummarize = on);
    CREATE INDEX IF NOT EXISTS trade_ids ON trade USING brin (trade_id)
      WITH (pages_per_range = 512, autosummarize = on);
    DO $$
    DECLARE
      failed text := (SELECT string_agg(indexrelid::regclass::text, ', ') FROM pg_index WHERE NOT indisvalid
        AND indrelid IN ('ledger_entry'::regclass, 'order_history'::regclass, 'trade'::regclass));
    BEGIN
      IF failed IS NOT NULL THEN
        RAISE EXCEPTION 'an index of history was not built to its end: drop % and start again', failed;
      END IF;
    END $$;

    DROP INDEX ledger_entry_account, order_history_account, trade_instrument, trade_taker, trade_maker, trade_at;
    ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_pkey;
    ALTER TABLE ledger_entry ADD CONSTRAINT ledger_entry_pkey PRIMARY KEY USING INDEX ledger_entry_key;
    ALTER TABLE order_history DROP CONSTRAINT order_history_pkey;
    ALTER TABLE order_history ADD CONSTRAINT order_history_pkey PRIMARY KEY USING INDEX order_history_key;
    ALTER TABLE trade DROP CONSTRAINT trade_pkey;
    ALTER TABLE trade ADD CONSTRAINT trade_pkey PRIMARY KEY USING INDEX trade_key;
  `,
};
