import type { Migration } from './index.ts';

/**
 * MACs over what customers sign in with, by a key that the database does not have. Second factors, passkeys and API keys of
 * the version before get theirs at the next start.
 *
 * What lives for minutes or can be requested again ends here: pending sign-ins, challenges, mailed codes, and the devices
 * that customers have signed in with.
 */
export const credentialMacs: Migration = {
  id: '144-credential-macs',
  sql: `
-- Counts changes of the second factor: a row from before one does not come back.
ALTER TABLE app_user ADD COLUMN factor_version integer NOT NULL DEFAULT 0;
ALTER TABLE second_factor ADD COLUMN mac bytea;
ALTER TABLE passkey ADD COLUMN mac bytea;
ALTER TABLE api_key ADD COLUMN mac bytea;

DELETE FROM pending_sign_in;
ALTER TABLE pending_sign_in ADD COLUMN mac bytea NOT NULL;
DELETE FROM passkey_challenge;
ALTER TABLE passkey_challenge ADD COLUMN mac bytea NOT NULL;
DELETE FROM device;
ALTER TABLE device ADD COLUMN mac bytea NOT NULL;
UPDATE email_code SET used_at = extract(epoch FROM now())::bigint * 1000 WHERE used_at IS NULL;
-- The SHA-256 of a withdrawal's mailed code is bound to its ticket.
ALTER TABLE withdrawal ADD COLUMN code_mac bytea;
`,
};
