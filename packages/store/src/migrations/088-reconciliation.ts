import type { Migration } from './index.ts';

/** What our own transactions cost, what wallets held before they were watched, and how books and wallets compared. */
export const reconciliation: Migration = {
  id: '088-reconciliation',
  sql: `
CREATE TABLE network_cost (
  chain_id   bigint NOT NULL,
  tx_id      text NOT NULL,
  product_id bigint NOT NULL,
  amount     numeric(40) NOT NULL CHECK (amount > 0),
  created_at bigint NOT NULL,
  PRIMARY KEY (chain_id, tx_id)
);

-- One a network and product, written by the first comparison and credited to the operator.
CREATE TABLE wallet_opening (
  chain_id   bigint NOT NULL,
  product_id bigint NOT NULL,
  ticket_id  bigint NOT NULL,
  amount     numeric(40) NOT NULL CHECK (amount >= 0),
  height     bigint NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (chain_id, product_id)
);

CREATE TABLE reconciliation (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id bigint NOT NULL,
  -- A network's chain id, 0 the banks, null the product's books as a whole.
  chain_id   bigint,
  expected   numeric(40) NOT NULL,
  found      numeric(40) NOT NULL,
  at         bigint NOT NULL
);
CREATE INDEX reconciliation_latest ON reconciliation (product_id, chain_id, at DESC);
`,
};
