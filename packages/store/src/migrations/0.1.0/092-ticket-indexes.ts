import type { Migration } from '../index.ts';

/** Indexes for queries that run every few seconds or minutes, however many tickets there are. */
export const ticketIndexes: Migration = {
  id: '092-ticket-indexes',
  sql: `
DROP INDEX deposit_unswept;
CREATE INDEX deposit_unswept ON deposit (chain_id, product_id, to_address) INCLUDE (account_id, amount)
  WHERE sweep_move IS NULL AND status = 'FullyProcessed';
DROP INDEX deposit_to;
CREATE INDEX deposit_to ON deposit (to_address, chain_id);
CREATE INDEX bank_entry_cost ON bank_entry (entry_id) WHERE kind = 'cost';
`,
};
