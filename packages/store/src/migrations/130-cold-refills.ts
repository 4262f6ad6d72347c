import { fenced } from './0.1.0/085-acceptance.ts';
import type { Migration } from './index.ts';

/** Payments from cold storage to the hot wallets, and the moves that have a contract make them. */
export const coldRefills: Migration = {
  id: '130-cold-refills',
  sql: `
ALTER TABLE house_move
  -- The signatures of the owners of cold storage.
  ADD COLUMN signatures text,
  DROP CONSTRAINT house_move_kind_check,
  DROP CONSTRAINT house_move_product_check,
  DROP CONSTRAINT house_move_index_check,
  ADD CONSTRAINT house_move_kind_check CHECK (kind IN ('sweep', 'gas', 'refill', 'cold', 'relay')),
  ADD CONSTRAINT house_move_product_check CHECK ((kind IN ('sweep', 'cold', 'relay')) = (product_id IS NOT NULL)),
  ADD CONSTRAINT house_move_index_check CHECK ((kind IN ('sweep', 'gas')) = (address_index IS NOT NULL)),
  ADD CONSTRAINT house_move_signatures_check CHECK ((kind = 'relay') = (signatures IS NOT NULL));
CREATE SEQUENCE cold_refill_number;
CREATE TABLE cold_refill (
  refill_id     bigint PRIMARY KEY,
  chain_id      bigint NOT NULL,
  product_id    bigint NOT NULL,
  amount        numeric(78) NOT NULL CHECK (amount > 0),
  status        text NOT NULL CHECK (status IN ('Prepared', 'Signed', 'Sent', 'Final', 'Failed', 'Dropped')),
  -- The file as the owners receive it.
  prepared      text NOT NULL,
  -- What the owners have signed, in the form that the network needs.
  authorisation text CHECK (authorisation IS NOT NULL OR status IN ('Prepared', 'Dropped')),
  move_id       bigint REFERENCES house_move,
  created_at    bigint NOT NULL,
  updated_at    bigint NOT NULL
);
-- Two payments of one cold storage use the same nonce or the same outputs.
CREATE UNIQUE INDEX cold_refill_open ON cold_refill (chain_id) WHERE status IN ('Prepared', 'Signed', 'Sent');
${fenced('cold_refill')}
`,
};
