import type { Migration } from './index.ts';

/** Moves from a house wallet whose key was replaced to the present one. */
export const houseKeys: Migration = {
  id: '180-house-keys',
  sql: `
ALTER TABLE house_move
  DROP CONSTRAINT house_move_kind_check,
  DROP CONSTRAINT house_move_product_check,
  ADD CONSTRAINT house_move_kind_check CHECK (kind IN
    ('sweep', 'gas', 'refill', 'cold', 'relay', 'carry_hot', 'carry_gas', 'carry_house', 'to_house', 'from_house')),
  ADD CONSTRAINT house_move_product_check
    CHECK ((kind IN ('sweep', 'cold', 'relay', 'carry_hot', 'carry_house', 'to_house', 'from_house'))
      = (product_id IS NOT NULL));
`,
};
