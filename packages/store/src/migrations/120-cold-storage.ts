import type { Migration } from './index.ts';

/** Moves from the hot wallet to cold storage. */
export const coldStorage: Migration = {
  id: '120-cold-storage',
  sql: `
ALTER TABLE house_move
  DROP CONSTRAINT house_move_kind_check,
  DROP CONSTRAINT house_move_check,
  DROP CONSTRAINT house_move_check1,
  ADD CONSTRAINT house_move_kind_check CHECK (kind IN ('sweep', 'gas', 'refill', 'cold')),
  ADD CONSTRAINT house_move_product_check CHECK ((kind IN ('sweep', 'cold')) = (product_id IS NOT NULL)),
  ADD CONSTRAINT house_move_index_check CHECK ((kind IN ('refill', 'cold')) = (address_index IS NULL));
`,
};
