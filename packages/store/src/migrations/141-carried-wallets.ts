import type { Migration } from './index.ts';

/** Moves from the wallets before a change of keys to the present ones. */
export const carriedWallets: Migration = {
  id: '141-carried-wallets',
  sql: `
ALTER TABLE house_move
  DROP CONSTRAINT house_move_kind_check,
  DROP CONSTRAINT house_move_product_check,
  DROP CONSTRAINT house_move_index_check,
  ADD CONSTRAINT house_move_kind_check
    CHECK (kind IN ('sweep', 'gas', 'refill', 'cold', 'relay', 'carry_hot', 'carry_gas')),
  ADD CONSTRAINT house_move_product_check
    CHECK ((kind IN ('sweep', 'cold', 'relay', 'carry_hot')) = (product_id IS NOT NULL)),
  ADD CONSTRAINT house_move_index_check CHECK ((kind IN ('sweep', 'gas')) = (address_index IS NOT NULL));
`,
};
