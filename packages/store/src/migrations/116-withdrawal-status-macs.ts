import type { Migration } from './index.ts';

/**
 * A MAC over each status of a withdraw ticket, by a key that the database does not have. Open tickets of the version before
 * have none: the exchange leaves them to operators.
 */
export const withdrawalStatusMacs: Migration = {
  id: '116-withdrawal-status-macs',
  sql: `ALTER TABLE withdrawal ADD COLUMN status_mac bytea`,
};
