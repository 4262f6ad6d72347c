import type { Migration } from './index.ts';

/** The moves that ended since the last comparison of the wallets are read every minute. */
export const movesByTime: Migration = {
  id: '187-moves-by-time',
  sql: `CREATE INDEX house_move_by_time ON house_move (chain_id, updated_at)`,
};
