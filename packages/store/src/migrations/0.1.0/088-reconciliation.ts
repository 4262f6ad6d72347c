import { fenced } from './085-acceptance.ts';
import type { Migration } from '../index.ts';

/** Costs of our own transactions, corrections of wallets, and the last comparison of books and wallets. */
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

-- What a wallet holds (above zero) or lacks (below) that no ticket tells of: its content before it was watched, and
-- differences that operators have explained. Each is a command of the books under its key.
CREATE TABLE wallet_correction (
  key        text PRIMARY KEY,
  chain_id   bigint NOT NULL,
  product_id bigint NOT NULL,
  ticket_id  bigint NOT NULL,
  amount     numeric(40) NOT NULL,
  reason     text NOT NULL,
  created_at bigint NOT NULL
);

CREATE TABLE reconciliation (
  product_id bigint NOT NULL,
  -- Of a network's wallets its name, or 'banks', or 'books' for the product as a whole.
  part       text NOT NULL,
  expected   numeric(40) NOT NULL,
  found      numeric(40) NOT NULL,
  at         bigint NOT NULL,
  -- Null while both are equal.
  different_since bigint,
  PRIMARY KEY (product_id, part)
);
${['network_cost', 'wallet_correction', 'reconciliation'].map(fenced).join('\n')}
`,
};
