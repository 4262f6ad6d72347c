import type { Migration } from '../index.ts';

/** Requests with a client-generated key, so that each has its effect once: the request and its answer. */
export const keyedRequests: Migration = {
  id: '109-keyed-requests',
  sql: `
CREATE TABLE keyed_request (
  user_id       bigint NOT NULL REFERENCES app_user,
  operation     text NOT NULL,
  key           text NOT NULL,
  -- Keyed hash of what was asked, to tell a repeat from another request under the same key.
  body_mac      bytea NOT NULL,
  -- Null while it runs, and where a crash cut it off. Sealed, because some answers hold a secret.
  sealed_answer bytea,
  -- Null for ever.
  expires_at    bigint,
  PRIMARY KEY (user_id, operation, key)
);
CREATE INDEX keyed_request_expiry ON keyed_request (expires_at) WHERE expires_at IS NOT NULL;
`,
};
