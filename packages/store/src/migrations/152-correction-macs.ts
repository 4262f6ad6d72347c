import type { Migration } from './index.ts';

/** A MAC over a correction of a wallet, by a key that the database does not have. */
export const correctionMacs: Migration = {
  id: '152-correction-macs',
  sql: 'ALTER TABLE wallet_correction ADD COLUMN mac bytea',
};
