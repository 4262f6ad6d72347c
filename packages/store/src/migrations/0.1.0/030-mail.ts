import type { Migration } from '../index.ts';

/**
 * Mail on its way out, the local mailbox, and the sandbox identity provider's applications.
 *
 * What a mail says is sealed while it waits, because it holds a code, and erased once it has left.
 */
export const mail: Migration = {
  id: '030-mail',
  sql: `
    CREATE TABLE mail_outbox (
      mail_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      dedup_key text NOT NULL UNIQUE,
      user_id bigint NOT NULL,
      recipient text NOT NULL,
      kind text NOT NULL,
      language text NOT NULL,
      sealed bytea,
      status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'sent', 'failed')),
      attempts integer NOT NULL DEFAULT 0,
      due_at bigint NOT NULL,
      created_at bigint NOT NULL,
      ended_at bigint,
      last_error text
    );
    CREATE INDEX mail_outbox_due ON mail_outbox (due_at) WHERE status = 'waiting';
    CREATE INDEX mail_outbox_recipient ON mail_outbox (recipient, created_at);

    CREATE TABLE local_mail (
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
    CREATE INDEX local_mail_recipients ON local_mail USING gin (recipients);

    CREATE TABLE identity_sandbox_token (
      token_hash bytea PRIMARY KEY,
      user_id bigint NOT NULL,
      level integer NOT NULL,
      expires_at bigint NOT NULL
    );

    CREATE TABLE identity_sandbox_application (
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
    CREATE INDEX identity_sandbox_pending ON identity_sandbox_application (submitted_at) WHERE status = 'pending';
    CREATE INDEX identity_sandbox_unreported ON identity_sandbox_application (application_id) WHERE NOT is_reported;

    CREATE TABLE identity_sandbox_document (
      application_id bigint NOT NULL REFERENCES identity_sandbox_application,
      kind text NOT NULL CHECK (kind IN ('document', 'selfie')),
      content_type text NOT NULL,
      sealed bytea NOT NULL,
      PRIMARY KEY (application_id, kind)
    );
  `,
};
