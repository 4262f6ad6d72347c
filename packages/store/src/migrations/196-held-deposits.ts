import type { Migration } from './index.ts';

/** Deposits to addresses whose private keys others may have wait for their sweep, or for two operators. */
export const heldDeposits: Migration = {
  id: '196-held-deposits',
  sql: `
ALTER TABLE deposit ADD COLUMN held_at bigint, ADD COLUMN release_mac bytea;
CREATE INDEX deposit_held ON deposit (ticket_id) WHERE held_at IS NOT NULL AND status = 'Confirmed';
`,
};
