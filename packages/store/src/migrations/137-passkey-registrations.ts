import type { Migration } from './index.ts';

/**
 * Adds what was passed on to the signer of customers' passkeys. A row here has no effect on the signer, which keeps its own record;
 * it has the time from which the exchange may count on a key, and the removals that the signer has yet to record.
 */
export const passkeyRegistrations: Migration = {
  id: '137-passkey-registrations',
  sql: `
ALTER TABLE passkey
  -- By the signer's clock; null until the signer has recorded the key.
  ADD COLUMN counts_at bigint,
  -- Why the signer never records it.
  ADD COLUMN registration_refusal text;

CREATE TABLE passkey_removal (
  credential_id text PRIMARY KEY,
  user_id       bigint NOT NULL REFERENCES app_user,
  removed_at    bigint NOT NULL
);
`,
};
