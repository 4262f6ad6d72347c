import type { Migration } from './index.ts';

/** Moves between the hot wallet and the house wallet. */
export const houseWallets: Migration = {
  id: '165-house-wallets',
  sql: `
ALTER TABLE house_move
  DROP CONSTRAINT house_move_kind_check,
  DROP CONSTRAINT house_move_product_check,
  ADD CONSTRAINT house_move_kind_check
    CHECK (kind IN ('sweep', 'gas', 'refill', 'cold', 'relay', 'carry_hot', 'carry_gas', 'to_house', 'from_house')),
  ADD CONSTRAINT house_move_product_check
    CHECK ((kind IN ('sweep', 'cold', 'relay', 'carry_hot', 'to_house', 'from_house')) = (product_id IS NOT NULL));
`,
};
