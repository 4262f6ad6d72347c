import type { Migration } from '../index.ts';

/** The version of the password that a pending sign-in began with: a new password ends it. */
export const pendingPassword: Migration = {
  id: '107-pending-password',
  sql: `
-- They live for minutes: who is in the middle of one signs in again.
DELETE FROM pending_sign_in;
ALTER TABLE pending_sign_in ADD COLUMN password_version integer NOT NULL;
`,
};
