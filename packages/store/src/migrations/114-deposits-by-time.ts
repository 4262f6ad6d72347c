import type { Migration } from './index.ts';

/** The deposits of a product within an hour are added up for each credit. A million rows take about a second. */
export const depositsByTime: Migration = {
  id: '114-deposits-by-time',
  sql: `CREATE INDEX deposit_by_time ON deposit (chain_id, product_id, created_at)`,
};
