import type { Migration } from '../index.ts';

/** Saved destinations of withdrawals, and the keys under which clients repeat a request for one. */
export const destinations: Migration = {
  id: '084-destinations',
  sql: `
CREATE TABLE destination (
  id              uuid PRIMARY KEY,
  user_id         bigint NOT NULL,
  account_id      bigint NOT NULL,
  product_id      bigint NOT NULL,
  -- The network or rail it is for, by the name of its template.
  template_type   text NOT NULL,
  name            text NOT NULL,
  -- The address, or the canonical JSON text of a bank's fields.
  identifier      text NOT NULL,
  code_hash       bytea NOT NULL UNIQUE,
  code_expires_at bigint NOT NULL,
  verified_at     bigint,
  created_at      bigint NOT NULL,
  UNIQUE (account_id, product_id, template_type, identifier)
);

-- One ticket for one key of a customer. A ticket that the books refuse is forgotten, and its key with it.
CREATE TABLE withdrawal_request (
  user_id   bigint NOT NULL,
  key       text NOT NULL,
  body_hash bytea NOT NULL,
  ticket_id bigint NOT NULL UNIQUE REFERENCES withdrawal ON DELETE CASCADE,
  PRIMARY KEY (user_id, key)
);
`,
};
