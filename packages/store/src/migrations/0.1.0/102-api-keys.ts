import type { Migration } from '../index.ts';

/**
 * API keys of customers. The secret is sealed and not hashed, because signatures are checked with it. The row has
 * its permissions and allowed addresses. A deleted key leaves no row.
 */
export const apiKeys: Migration = {
  id: '102-api-keys',
  sql: `
CREATE TABLE api_key (
  api_key       text PRIMARY KEY,
  user_id       bigint NOT NULL REFERENCES app_user,
  sealed_secret bytea NOT NULL,
  permissions   text[] NOT NULL,
  -- Addresses and networks in one spelling; none stands for any address.
  addresses     text[] NOT NULL,
  created_at    bigint NOT NULL,
  last_used_at  bigint
);
CREATE INDEX api_key_user ON api_key (user_id, created_at);
`,
};
