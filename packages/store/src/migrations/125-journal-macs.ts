import type { Migration } from './index.ts';

/** MACs over the rows of the journal and its snapshots, by a key that the database does not have. */
export const journalMacs: Migration = {
  id: '125-journal-macs',
  sql: `ALTER TABLE journal ADD COLUMN mac bytea;
    ALTER TABLE snapshot ADD COLUMN mac bytea`,
};
