import type { Migration } from './index.ts';

/**
 * Operators have public keys instead of secrets, and each of their requests is kept with its signature: the audit log
 * refers to it. An operator of an earlier version has a secret until the operator registers a key.
 */
export const operatorKeys: Migration = {
  id: '118-operator-keys',
  sql: `
ALTER TABLE operator ADD COLUMN public_key text;
ALTER TABLE operator ALTER COLUMN secret_hash DROP NOT NULL;
ALTER TABLE operator ADD CHECK (secret_hash IS NULL OR public_key IS NULL);

CREATE TABLE operator_request (
  -- SHA-256 of the signed text.
  request_hash bytea PRIMARY KEY,
  operator     text NOT NULL REFERENCES operator (name),
  session      text NOT NULL,
  number       bigint NOT NULL,
  signed_text  text NOT NULL,
  body         text NOT NULL,
  signature    text NOT NULL,
  UNIQUE (operator, session, number)
);
CREATE TRIGGER operator_request_grows_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_request
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE operator_audit ADD COLUMN request_hash bytea REFERENCES operator_request;
`,
};
