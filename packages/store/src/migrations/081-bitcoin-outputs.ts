import type { Migration } from './index.ts';

/**
 * Outputs of ours on Bitcoin networks: what arrived from outside, and change of our own payments.
 *
 * Free while it has no ticket, reserved while a ticket has it, spent from the block on in which the ticket's payment
 * stands. The follower of blocks writes heights and spends, and takes them back with the blocks of a reorganisation.
 */
export const bitcoinOutputs: Migration = {
  id: '081-bitcoin-outputs',
  sql: `
CREATE TABLE bitcoin_output (
  chain_id     bigint NOT NULL,
  tx_id        text NOT NULL,
  vout         bigint NOT NULL,
  amount       numeric(20) NOT NULL CHECK (amount > 0),
  -- Where its key is below the account: 0 receive, 1 change.
  branch       bigint NOT NULL CHECK (branch IN (0, 1)),
  index        bigint NOT NULL,
  -- NULL while a reorganisation has taken its block away.
  height       bigint,
  ticket_id    bigint REFERENCES withdrawal,
  spent_tx     text,
  spent_height bigint,
  PRIMARY KEY (chain_id, tx_id, vout),
  CHECK ((spent_tx IS NULL) = (spent_height IS NULL)),
  CHECK (spent_tx IS NULL OR ticket_id IS NOT NULL)
);
CREATE INDEX bitcoin_output_free ON bitcoin_output (chain_id, amount DESC) WHERE ticket_id IS NULL;
CREATE INDEX bitcoin_output_reserved ON bitcoin_output (chain_id, ticket_id) WHERE ticket_id IS NOT NULL AND spent_tx IS NULL;
CREATE INDEX bitcoin_output_height ON bitcoin_output (chain_id, height);
CREATE INDEX bitcoin_output_spent ON bitcoin_output (chain_id, spent_height);
`,
};
