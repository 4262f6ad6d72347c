import type { Migration } from '../index.ts';

/**
 * The journal and what is folded from it: snapshots of the engine, and read models with their position.
 *
 * Times are milliseconds since 1970, prices whole ticks, quantities whole lots, amounts minor units. Closed
 * unions are stored as small numbers (see `projection/enum-codes.ts`): these tables grow with every order.
 */
export const journal: Migration = {
  id: '001-journal',
  sql: `
    CREATE TABLE journal (
      first_sequence bigint PRIMARY KEY,
      count integer NOT NULL CHECK (count > 0),
      epoch bigint NOT NULL,
      at bigint NOT NULL,
      previous_hash bytea NOT NULL CHECK (length(previous_hash) = 32),
      hash bytea NOT NULL CHECK (length(hash) = 32),
      payload bytea NOT NULL
    );
    ALTER TABLE journal ALTER COLUMN payload SET STORAGE EXTERNAL;

    CREATE FUNCTION journal_is_for_ever() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'the journal only grows: % is not possible', TG_OP;
    END $$;
    CREATE TRIGGER journal_is_for_ever BEFORE UPDATE OR DELETE OR TRUNCATE ON journal
      FOR EACH STATEMENT EXECUTE FUNCTION journal_is_for_ever();

    CREATE TABLE writer_lease (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      epoch bigint NOT NULL,
      holder text NOT NULL,
      taken_at timestamptz NOT NULL
    );
    INSERT INTO writer_lease (epoch, holder, taken_at) VALUES (0, 'nobody', now());

    CREATE TABLE snapshot (
      sequence bigint PRIMARY KEY,
      engine_version integer NOT NULL,
      format integer NOT NULL,
      state_hash bytea NOT NULL CHECK (length(state_hash) = 32),
      payload bytea NOT NULL,
      at bigint NOT NULL
    );
    ALTER TABLE snapshot ALTER COLUMN payload SET STORAGE EXTERNAL;

    CREATE TABLE projection (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      sequence bigint NOT NULL,
      entry_count bigint NOT NULL
    );
    INSERT INTO projection (sequence, entry_count) VALUES (0, 0);

    CREATE TABLE order_history (
      order_id bigint PRIMARY KEY,
      account_id bigint NOT NULL,
      user_id bigint NOT NULL,
      instrument_id bigint NOT NULL,
      price bigint NOT NULL,
      client_order_id bigint NOT NULL,
      received_at bigint NOT NULL,
      updated_at bigint NOT NULL,
      side smallint NOT NULL,
      order_type smallint NOT NULL,
      time_in_force smallint NOT NULL,
      status smallint NOT NULL,
      reason smallint NOT NULL,
      is_quote boolean NOT NULL,
      quantity numeric NOT NULL,
      value numeric NOT NULL,
      executed numeric NOT NULL,
      notional numeric NOT NULL
    );
    CREATE INDEX order_history_account ON order_history (account_id, order_id DESC);

    CREATE TABLE trade (
      trade_id bigint PRIMARY KEY,
      sequence bigint NOT NULL,
      at bigint NOT NULL,
      instrument_id bigint NOT NULL,
      price bigint NOT NULL,
      taker_order_id bigint NOT NULL,
      taker_account_id bigint NOT NULL,
      taker_client_order_id bigint NOT NULL,
      maker_order_id bigint NOT NULL,
      maker_account_id bigint NOT NULL,
      maker_client_order_id bigint NOT NULL,
      taker_side smallint NOT NULL,
      taker_order_type smallint NOT NULL,
      maker_order_type smallint NOT NULL,
      quantity numeric NOT NULL,
      notional numeric NOT NULL,
      taker_fee numeric NOT NULL,
      taker_remaining numeric NOT NULL,
      maker_fee numeric NOT NULL,
      maker_remaining numeric NOT NULL
    );
    CREATE INDEX trade_instrument ON trade (instrument_id, trade_id DESC);
    CREATE INDEX trade_taker ON trade (taker_account_id, trade_id DESC);
    CREATE INDEX trade_maker ON trade (maker_account_id, trade_id DESC);
    CREATE INDEX trade_at ON trade USING brin (at) WITH (pages_per_range = 8, autosummarize = on);

    CREATE TABLE ledger_entry (
      entry_id bigint PRIMARY KEY,
      sequence bigint NOT NULL,
      at bigint NOT NULL,
      account_id bigint NOT NULL,
      product_id bigint NOT NULL,
      reference bigint NOT NULL,
      counterparty bigint NOT NULL,
      kind smallint NOT NULL,
      reference_kind smallint NOT NULL,
      amount numeric NOT NULL,
      balance numeric NOT NULL
    );
    CREATE INDEX ledger_entry_account ON ledger_entry (account_id, entry_id DESC);

    CREATE TABLE price_history (
      instrument_id bigint NOT NULL,
      at_minute bigint NOT NULL,
      close_ticks bigint NOT NULL,
      PRIMARY KEY (instrument_id, at_minute)
    );
  `,
};
