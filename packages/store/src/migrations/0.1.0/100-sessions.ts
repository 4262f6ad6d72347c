import type { Migration } from '../index.ts';

/**
 * Data of a session besides its token: an id for listing and ending it, when its owner last authenticated, the
 * device it was opened on, and the API key that opened it, if one did.
 *
 * A device is a browser or program that signed in before. A browser stores its random token, of which we only store the hash.
 */
export const sessions: Migration = {
  id: '100-sessions',
  sql: `
CREATE TABLE device (
  device_id     uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id       bigint NOT NULL REFERENCES app_user,
  token_hash    bytea NOT NULL UNIQUE,
  agent         text,
  -- Where it was seen last: /24 of IPv4, /64 of IPv6, and the address itself for its owner to read.
  network       text NOT NULL,
  request_ip    text NOT NULL,
  first_seen_at bigint NOT NULL,
  last_seen_at  bigint NOT NULL
);
CREATE INDEX device_user ON device (user_id, last_seen_at DESC);

ALTER TABLE user_session
  ADD COLUMN session_id uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN proved_at  bigint,
  ADD COLUMN device_id  uuid REFERENCES device ON DELETE SET NULL,
  ADD COLUMN agent      text,
  ADD COLUMN api_key    text;
UPDATE user_session SET proved_at = created_at;
ALTER TABLE user_session ALTER COLUMN proved_at SET NOT NULL;
CREATE UNIQUE INDEX user_session_id ON user_session (session_id);
CREATE INDEX user_session_key ON user_session (api_key) WHERE api_key IS NOT NULL;
CREATE INDEX user_session_device ON user_session (device_id);

ALTER TABLE app_user
  -- Counts new passwords: a sign-in that began with the one before ends without a session.
  ADD COLUMN password_version integer NOT NULL DEFAULT 0,
  -- A lock that no mail opens.
  ADD COLUMN is_locked_by_operator boolean NOT NULL DEFAULT false;
`,
};
