import type { Migration } from './index.ts';

/**
 * Customers' signatures over withdrawals. The signer verifies them: a row that was added or changed here has no effect. Only the
 * writer of the current epoch changes them, as all of a ticket.
 */
export const withdrawalSignatures: Migration = {
  id: '138-withdrawal-signatures',
  sql: `
-- A ticket number and a request code, reserved for the withdrawal whose text the customer is asked to sign.
CREATE TABLE withdrawal_challenge (
  challenge_hash bytea PRIMARY KEY,
  user_id        bigint NOT NULL REFERENCES app_user,
  ticket_id      bigint NOT NULL UNIQUE,
  request_code   text NOT NULL UNIQUE,
  created_at     bigint NOT NULL
);
CREATE INDEX withdrawal_challenge_age ON withdrawal_challenge (created_at);

CREATE TABLE withdrawal_signature (
  ticket_id     bigint PRIMARY KEY REFERENCES withdrawal (ticket_id) ON DELETE CASCADE,
  credential_id text NOT NULL,
  signature     text NOT NULL
);
CREATE TRIGGER only_the_current_writer BEFORE INSERT OR UPDATE OR DELETE ON withdrawal_signature
  FOR EACH STATEMENT EXECUTE FUNCTION only_the_current_writer();

ALTER TABLE withdrawal ADD COLUMN accepted_signed boolean NOT NULL DEFAULT false;
`,
};
