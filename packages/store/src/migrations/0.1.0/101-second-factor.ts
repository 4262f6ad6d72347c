import type { Migration } from '../index.ts';

/**
 * The second factor, recovery codes, sign-ins that wait for a code, and passkeys.
 *
 * A secret that was never confirmed by a correct code (`enabled_at` is null) protects nothing yet. The row is kept after
 * switching off, so that the count of wrong codes is.
 */
export const secondFactor: Migration = {
  id: '101-second-factor',
  sql: `
CREATE TABLE second_factor (
  user_id         bigint PRIMARY KEY REFERENCES app_user,
  -- Sealed; null while it is off and nobody is switching it on.
  secret          bytea,
  made_at         bigint,
  enabled_at      bigint,
  -- The newest step of which a code was taken, in each lane: no code of it or of an older one is good again.
  account_step    bigint NOT NULL DEFAULT 0,
  withdrawal_step bigint NOT NULL DEFAULT 0,
  -- Times of wrong codes within a day, and of codes being looked at.
  tried_at        bigint[] NOT NULL DEFAULT '{}',
  -- The session that asked to switch it off, and when.
  off_asked_by    uuid,
  off_asked_at    bigint,
  -- When it is switched off because it was lost; null when nobody asked.
  reset_due_at    bigint,
  CHECK (enabled_at IS NULL OR secret IS NOT NULL)
);

CREATE TABLE recovery_code (
  user_id    bigint NOT NULL REFERENCES app_user,
  code_mac   bytea NOT NULL,
  used_at    bigint,
  PRIMARY KEY (user_id, code_mac)
);

CREATE TABLE pending_sign_in (
  token_hash bytea PRIMARY KEY,
  user_id    bigint NOT NULL REFERENCES app_user,
  kind       text NOT NULL,
  created_at bigint NOT NULL,
  tries_left integer NOT NULL
);
CREATE INDEX pending_sign_in_age ON pending_sign_in (created_at);

CREATE TABLE passkey (
  passkey_id    uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id       bigint NOT NULL REFERENCES app_user,
  -- As the device names it, base64url.
  credential_id text NOT NULL UNIQUE,
  public_key    bytea NOT NULL,
  counter       bigint NOT NULL,
  transports    text[] NOT NULL,
  name          text NOT NULL,
  created_at    bigint NOT NULL,
  last_used_at  bigint
);
CREATE INDEX passkey_user ON passkey (user_id, created_at);

CREATE TABLE passkey_challenge (
  challenge_id   uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  purpose        text NOT NULL,
  -- Whose passkey it is for; null for anybody's.
  user_id        bigint,
  challenge_hash bytea NOT NULL,
  created_at     bigint NOT NULL
);
CREATE INDEX passkey_challenge_age ON passkey_challenge (created_at);
`,
};
