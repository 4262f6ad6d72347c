import { fenced } from './085-acceptance.ts';
import type { Migration } from '../index.ts';

/** Money moved between our own addresses: deposit addresses emptied, and the gas for it. */
export const sweeps: Migration = {
  id: '089-sweeps',
  sql: `
CREATE SEQUENCE house_move_number;
CREATE TABLE house_move (
  move_id       bigint PRIMARY KEY,
  chain_id      bigint NOT NULL,
  kind          text NOT NULL CHECK (kind IN ('sweep', 'gas', 'refill')),
  -- Of a sweep; gas is the network's coin, whether or not it is a product.
  product_id    bigint CHECK ((kind = 'sweep') = (product_id IS NOT NULL)),
  -- Of the deposit address that is emptied or given gas.
  address_index bigint CHECK ((kind = 'refill') = (address_index IS NULL)),
  sender        text NOT NULL,
  nonce         bigint NOT NULL,
  status        text NOT NULL CHECK (status IN ('Sent', 'Mined', 'Final', 'Failed')),
  created_at    bigint NOT NULL,
  updated_at    bigint NOT NULL,
  UNIQUE (chain_id, sender, nonce)
);
CREATE INDEX house_move_open ON house_move (chain_id, move_id) WHERE status IN ('Sent', 'Mined');
-- Every signed form of a move is kept: any of them may be the one that is mined.
CREATE TABLE house_move_attempt (
  move_id       bigint NOT NULL REFERENCES house_move,
  attempt       bigint NOT NULL,
  hash          text NOT NULL UNIQUE,
  raw           text NOT NULL,
  amount        numeric(78) NOT NULL CHECK (amount > 0),
  fee_max       numeric(40) NOT NULL,
  fee_priority  numeric(40) NOT NULL,
  signed_height bigint NOT NULL,
  created_at    bigint NOT NULL,
  PRIMARY KEY (move_id, attempt)
);
-- The sweep that took a credited deposit along.
ALTER TABLE deposit ADD COLUMN sweep_move bigint REFERENCES house_move;
CREATE INDEX deposit_unswept ON deposit (chain_id, product_id, to_address)
  WHERE sweep_move IS NULL AND status = 'FullyProcessed';
${['house_move', 'house_move_attempt'].map(fenced).join('\n')}
`,
};
