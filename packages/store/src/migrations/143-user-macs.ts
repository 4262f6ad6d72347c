import type { Migration } from './index.ts';

/**
 * MACs over users and their sessions, by a key that the database does not have. Users of the version before get theirs at
 * the next start. Sessions live for hours: their customers sign in again. Mails that wait were sealed for any receiver, and are
 * not sent.
 */
export const userMacs: Migration = {
  id: '143-user-macs',
  sql: `
ALTER TABLE app_user ADD COLUMN mac bytea;
CREATE INDEX app_user_unproved ON app_user (user_id) WHERE mac IS NULL;
DELETE FROM user_session;
ALTER TABLE user_session ADD COLUMN mac bytea NOT NULL;
UPDATE mail_outbox
  SET status = 'failed', sealed = NULL, last_error = 'queued before the upgrade',
      ended_at = extract(epoch FROM now())::bigint * 1000
  WHERE status = 'waiting';
`,
};
