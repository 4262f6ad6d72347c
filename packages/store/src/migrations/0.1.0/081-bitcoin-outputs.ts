import type { Migration } from '../index.ts';

/**
 * Our outputs on Bitcoin networks: deposits from external parties, and change of our own payments.
 *
 * Free without a ticket, reserved while a ticket has it, spent from the block that contains the ticket's payment.
 * The block follower writes heights and spends, and undoes them with the blocks of a reorganisation.
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
