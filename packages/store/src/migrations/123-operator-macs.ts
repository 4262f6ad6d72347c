import type { Migration } from './index.ts';

/** A MAC over an operator's role and key, by a key that the database does not have. */
export const operatorMacs: Migration = {
  id: '123-operator-macs',
  sql: 'ALTER TABLE operator ADD COLUMN mac bytea',
};
