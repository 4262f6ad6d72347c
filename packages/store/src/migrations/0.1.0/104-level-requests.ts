import type { Migration } from '../index.ts';

/**
 * Requests for levels 2 to 4: one of a customer for each level, its source-of-funds form and its documents sealed.
 *
 * `is_applied` is false from the approval until the account has its level: a crash in between is repaired at the start.
 */
export const levelRequests: Migration = {
  id: '104-level-requests',
  sql: `
CREATE TABLE level_request (
  request_id   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id      bigint NOT NULL REFERENCES app_user,
  level        smallint NOT NULL CHECK (level BETWEEN 2 AND 4),
  status       text NOT NULL CHECK (status IN ('Draft', 'Submitted', 'Returned', 'Approved', 'Rejected')),
  funds        bytea,
  -- What the operator tells the customer.
  comment      text,
  is_applied   boolean NOT NULL DEFAULT true,
  created_at   bigint NOT NULL,
  submitted_at bigint,
  decided_at   bigint,
  decided_by   text,
  UNIQUE (user_id, level)
);
CREATE INDEX level_request_status ON level_request (status, submitted_at);
CREATE INDEX level_request_unapplied ON level_request (request_id) WHERE NOT is_applied;

CREATE TABLE level_document (
  document_id  bigint PRIMARY KEY,
  request_id   bigint NOT NULL REFERENCES level_request,
  kind         text NOT NULL,
  -- The name its owner gave it, sealed: it is shown to them, and never used as a path.
  name         bytea NOT NULL,
  content_type text NOT NULL,
  size_bytes   integer NOT NULL,
  -- Over the request's number too: equal documents of two customers do not look alike.
  digest       bytea NOT NULL,
  issued_on    text,
  content      bytea NOT NULL,
  created_at   bigint NOT NULL,
  UNIQUE (request_id, kind, digest)
);
CREATE SEQUENCE level_document_number AS bigint START 1;
-- Sealed bytes do not get smaller.
ALTER TABLE level_document ALTER COLUMN content SET STORAGE EXTERNAL;
`,
};
