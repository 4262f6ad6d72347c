import type { Migration } from './index.ts';

/**
 * A MAC over each bank deposit that waits for its credit, by a key that the database does not have. One of the version before
 * has none: it is credited when the operator repeats the command.
 */
export const bankDepositMacs: Migration = {
  id: '119-bank-deposit-macs',
  sql: `ALTER TABLE deposit ADD COLUMN bank_mac bytea`,
};
