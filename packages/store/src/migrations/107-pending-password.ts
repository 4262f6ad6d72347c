import type { Migration } from './index.ts';

/** Which password a sign-in that waits began with: with another one it is over. */
export const pendingPassword: Migration = {
  id: '107-pending-password',
  sql: `
-- They live for minutes: who is in the middle of one signs in again.
DELETE FROM pending_sign_in;
ALTER TABLE pending_sign_in ADD COLUMN password_version integer NOT NULL;
`,
};
