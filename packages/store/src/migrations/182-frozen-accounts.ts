import type { Migration } from './index.ts';

/** Accounts that their owners froze by the link of a mail, and how often they were frozen. The MAC of the row covers both. */
export const frozenAccounts: Migration = {
  id: '182-frozen-accounts',
  sql: `
ALTER TABLE app_user ADD COLUMN is_frozen boolean NOT NULL DEFAULT false;
ALTER TABLE app_user ADD COLUMN freeze_count integer NOT NULL DEFAULT 0;
`,
};
