import type { Migration } from './index.ts';

/** MACs over what was proposed and over its approval, by a key that the database does not have. Rows of the version before have none. */
export const proposalMacs: Migration = {
  id: '121-proposal-macs',
  sql: 'ALTER TABLE proposal ADD COLUMN mac bytea, ADD COLUMN approval_mac bytea',
};
