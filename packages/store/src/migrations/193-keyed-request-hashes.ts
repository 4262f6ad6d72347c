import type { Migration } from './index.ts';

/** Keyed hashes of the terms of withdrawal requests. Plain ones of the version before are replaced at the next start. */
export const keyedRequestHashes: Migration = {
  id: '193-keyed-request-hashes',
  sql: `
ALTER TABLE withdrawal_request
  ALTER COLUMN body_hash DROP NOT NULL,
  ADD COLUMN body_key bytea,
  ADD CHECK ((body_hash IS NULL) = (body_key IS NOT NULL));
CREATE INDEX withdrawal_request_plain ON withdrawal_request (ticket_id) WHERE body_hash IS NOT NULL;
`,
};
