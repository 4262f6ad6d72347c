import type { Migration } from '@salar/store';

/**
 * The local mailbox, and the sandbox identity provider's applications.
 *
 * Migration 030 of `store` made these tables until the laptop had migrations of its own. A database that used them then
 * still has them, with their rows.
 */
export const sandboxTables: Migration = {
  id: '001-sandbox-tables',
  sql: `
    CREATE TABLE IF NOT EXISTS local_mail (
      mail_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      message_id text NOT NULL UNIQUE,
      sender text NOT NULL,
      recipients text[] NOT NULL,
      subject text NOT NULL,
      body_text text NOT NULL,
      body_html text NOT NULL,
      links text[] NOT NULL,
      received_at bigint NOT NULL
    );
    CREATE INDEX IF NOT EXISTS local_mail_recipients ON local_mail USING gin (recipients);

    CREATE TABLE IF NOT EXISTS identity_sandbox_token (
      token_hash bytea PRIMARY KEY,
      user_id bigint NOT NULL,
      level integer NOT NULL,
      expires_at bigint NOT NULL
    );

    CREATE TABLE IF NOT EXISTS identity_sandbox_application (
      application_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id bigint NOT NULL,
      level integer NOT NULL,
      status text NOT NULL CHECK (status IN ('draft', 'pending', 'approved', 'retry', 'rejected')),
      sealed_details bytea,
      comment text,
      revision integer NOT NULL DEFAULT 0,
      submitted_at bigint,
      decided_at bigint,
      is_reported boolean NOT NULL DEFAULT true,
      UNIQUE (user_id, level)
    );
    CREATE INDEX IF NOT EXISTS identity_sandbox_pending
      ON identity_sandbox_application (submitted_at) WHERE status = 'pending';
    CREATE INDEX IF NOT EXISTS identity_sandbox_unreported
      ON identity_sandbox_application (application_id) WHERE NOT is_reported;

    CREATE TABLE IF NOT EXISTS identity_sandbox_document (
      application_id bigint NOT NULL REFERENCES identity_sandbox_application,
      kind text NOT NULL CHECK (kind IN ('document', 'selfie')),
      content_type text NOT NULL,
      sealed bytea NOT NULL,
      PRIMARY KEY (application_id, kind)
    );
  `,
};
