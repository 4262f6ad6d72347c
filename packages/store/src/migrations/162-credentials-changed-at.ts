import type { Migration } from './index.ts';

/**
 * When a customer last changed what they sign in with, in the row that their MAC covers: a row of `credential_change` could be
 * deleted. The next start copies the times; nothing else reads that table any more.
 */
export const credentialsChangedAt: Migration = {
  id: '162-credentials-changed-at',
  sql: 'ALTER TABLE app_user ADD COLUMN credentials_changed_at bigint',
};
