import type { Migration } from './index.ts';

/** A MAC over each removal of a passkey that the signer has yet to record, so that nobody removes keys by writing rows. */
export const passkeyRemovalMacs: Migration = {
  id: '170-passkey-removal-macs',
  sql: `ALTER TABLE passkey_removal ADD COLUMN mac bytea`,
};
