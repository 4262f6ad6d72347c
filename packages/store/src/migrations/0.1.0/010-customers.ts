import type { Migration } from '../index.ts';

/**
 * Customers: users, their sessions, mailed codes, settings, verification reviews, and the audit record.
 *
 * Times are milliseconds since 1970 (`bigint`). Secrets are kept as hashes only. The audit record can only grow.
 */
export const customers: Migration = {
  id: '010-customers',
  sql: `
    CREATE SEQUENCE account_id_seq START 1000;

    CREATE TABLE app_user (
      user_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      account_id bigint NOT NULL UNIQUE DEFAULT nextval('account_id_seq'),
      user_name text NOT NULL,
      user_name_key text NOT NULL CONSTRAINT app_user_name_unique UNIQUE,
      email text NOT NULL,
      email_key text NOT NULL CONSTRAINT app_user_email_unique UNIQUE,
      password_hash text NOT NULL,
      account_type text NOT NULL DEFAULT 'Natural person',
      is_email_verified boolean NOT NULL DEFAULT false,
      is_account_open boolean NOT NULL DEFAULT false,
      failed_attempts integer NOT NULL DEFAULT 0,
      locked_at bigint,
      created_at bigint NOT NULL
    );
    CREATE INDEX app_user_account_not_open ON app_user (user_id) WHERE NOT is_account_open;

    CREATE TABLE user_session (
      token_hash bytea PRIMARY KEY,
      user_id bigint NOT NULL REFERENCES app_user,
      created_at bigint NOT NULL,
      used_at bigint NOT NULL,
      request_ip text
    );
    CREATE INDEX user_session_user ON user_session (user_id, created_at);

    CREATE TABLE email_code (
      code_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id bigint NOT NULL REFERENCES app_user,
      purpose text NOT NULL,
      code_hash bytea NOT NULL,
      created_at bigint NOT NULL,
      expires_at bigint NOT NULL,
      used_at bigint
    );
    CREATE INDEX email_code_user ON email_code (user_id, purpose, code_id DESC);

    CREATE TABLE user_config (
      user_id bigint NOT NULL REFERENCES app_user,
      key text NOT NULL,
      value text NOT NULL,
      PRIMARY KEY (user_id, key)
    );

    CREATE TABLE verification_review (
      event_id text PRIMARY KEY,
      user_id bigint NOT NULL REFERENCES app_user,
      level integer NOT NULL,
      status text NOT NULL,
      comment text,
      received_at bigint NOT NULL,
      is_applied boolean NOT NULL DEFAULT false
    );
    CREATE INDEX verification_review_user ON verification_review (user_id, received_at DESC);
    CREATE INDEX verification_review_open ON verification_review (event_id) WHERE NOT is_applied;

    CREATE TABLE audit_entry (
      entry_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at bigint NOT NULL,
      user_id bigint,
      request_ip text,
      action text NOT NULL,
      object text,
      detail text
    );
    CREATE INDEX audit_entry_user ON audit_entry (user_id, entry_id DESC);
    CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME; END $$;
    CREATE TRIGGER audit_entry_grows_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  `,
};
