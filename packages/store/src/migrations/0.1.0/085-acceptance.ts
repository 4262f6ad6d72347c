import type { Migration } from '../index.ts';

/** Only one process moves deposits and withdrawals: the writer of the current epoch. */
const fencedTables = [
  'chain_cursor',
  'chain_block',
  'address_counter',
  'deposit_address',
  'deposit',
  'withdrawal',
  'hot_nonce',
  'payment',
  'payment_attempt',
  'bitcoin_output',
  'withdrawal_request',
];

/**
 * Data for acceptance and reorgs, and the fence around tickets and payments.
 *
 * A connection with an epoch (`salar.epoch`) may change these tables only while that epoch is the current one. The lock on
 * the lease's row lasts until the transaction ends, so that the lease cannot be taken in the middle of it. Connections
 * without an epoch belong to tools and tests.
 */
export const acceptance: Migration = {
  id: '085-acceptance',
  sql: `
CREATE FUNCTION only_the_current_writer() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  claimed text := coalesce(current_setting('salar.epoch', true), '');
BEGIN
  IF claimed = '' THEN
    RETURN NULL;
  END IF;
  PERFORM 1 FROM writer_lease WHERE epoch = claimed::bigint FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'another process moves money in and out now: epoch % is over', claimed USING ERRCODE = '55000';
  END IF;
  RETURN NULL;
END $$;
${fencedTables.map(fenced).join('\n')}

-- When a deposit that was credited and that the chain took back was booked as a loss, or is about to be.
ALTER TABLE deposit ADD COLUMN reversed_at bigint;
DROP INDEX deposit_open;
CREATE INDEX deposit_open ON deposit (chain_id, ticket_id)
  WHERE status IN ('Pending', 'Confirmed') OR missing_since IS NOT NULL OR reversed_at IS NOT NULL;

-- What a withdrawal is worth in the notional product, and when it goes on by itself: both told when it is looked at for acceptance.
ALTER TABLE withdrawal ADD COLUMN notional numeric(40), ADD COLUMN delayed_until bigint, ADD COLUMN accepted_at bigint;
CREATE INDEX withdrawal_accepted ON withdrawal (accepted_at) WHERE accepted_at IS NOT NULL;
CREATE INDEX withdrawal_destination ON withdrawal (user_id, destination);

-- Password resets, and later changes of the second factor and of the mail address: withdrawals wait after them.
CREATE TABLE credential_change (
  user_id    bigint NOT NULL,
  kind       text NOT NULL CHECK (kind IN ('password_reset', 'second_factor', 'email')),
  changed_at bigint NOT NULL
);
CREATE INDEX credential_change_user ON credential_change (user_id, changed_at DESC);
`,
};

/** The fence of one table: for migrations that add tables of tickets or payments. */
export function fenced(table: string): string {
  return `CREATE TRIGGER only_the_current_writer BEFORE INSERT OR UPDATE OR DELETE ON ${table}
  FOR EACH STATEMENT EXECUTE FUNCTION only_the_current_writer();`;
}
