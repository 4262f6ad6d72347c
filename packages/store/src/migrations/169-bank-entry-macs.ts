import type { Migration } from './index.ts';

/** A MAC over each movement of our bank accounts, by a key that the database does not have. Movements of the version before have none. */
export const bankEntryMacs: Migration = {
  id: '169-bank-entry-macs',
  sql: `ALTER TABLE bank_entry ADD COLUMN mac bytea`,
};
