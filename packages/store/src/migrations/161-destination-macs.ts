import type { Migration } from './index.ts';

/**
 * A MAC over a saved destination, by a key that the database does not have. Those of the version before get theirs at the next
 * start.
 */
export const destinationMacs: Migration = {
  id: '161-destination-macs',
  sql: 'ALTER TABLE destination ADD COLUMN mac bytea',
};
