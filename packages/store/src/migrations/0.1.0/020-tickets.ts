import type { Migration } from '../index.ts';

/** Chains as the watchers know them, deposit addresses, and the tickets of money in and out. */
export const tickets: Migration = {
  id: '020-tickets',
  sql: `
CREATE SEQUENCE ticket_number START 1001;

CREATE TABLE chain_cursor (
  chain_id bigint PRIMARY KEY,
  height   bigint NOT NULL,
  hash     text NOT NULL
);
CREATE TABLE chain_block (
  chain_id bigint NOT NULL,
  height   bigint NOT NULL,
  hash     text NOT NULL,
  PRIMARY KEY (chain_id, height)
);

-- Index 0 of every family is the hot wallet, so customers start at 1. An index is never given out twice.
CREATE TABLE address_counter (
  family     text PRIMARY KEY,
  next_index bigint NOT NULL
);
CREATE TABLE deposit_address (
  family     text NOT NULL,
  index      bigint NOT NULL,
  account_id bigint NOT NULL,
  address    text NOT NULL,
  mac        bytea NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (family, index),
  UNIQUE (family, address)
);
CREATE INDEX deposit_address_account ON deposit_address (account_id, family, index DESC);

CREATE TABLE deposit (
  ticket_id      bigint PRIMARY KEY,
  request_code   text NOT NULL UNIQUE,
  key            text NOT NULL UNIQUE,
  chain_id       bigint NOT NULL,
  account_id     bigint NOT NULL,
  product_id     bigint NOT NULL,
  provider_id    bigint NOT NULL,
  amount         numeric(40) NOT NULL CHECK (amount > 0),
  status         text NOT NULL CHECK (status IN ('Pending', 'Confirmed', 'FullyProcessed', 'Rejected', 'Failed')),
  tx_id          text NOT NULL,
  position       text NOT NULL,
  from_address   text NOT NULL,
  to_address     text NOT NULL,
  block_height   bigint,
  block_hash     text,
  missing_since  bigint,
  confirmations_needed bigint NOT NULL,
  reject_reason  text,
  created_at     bigint NOT NULL,
  updated_at     bigint NOT NULL
);
CREATE INDEX deposit_account ON deposit (account_id, ticket_id DESC);
CREATE INDEX deposit_open ON deposit (chain_id, ticket_id) WHERE status IN ('Pending', 'Confirmed') OR missing_since IS NOT NULL;
CREATE INDEX deposit_height ON deposit (chain_id, block_height);
CREATE INDEX deposit_to ON deposit (to_address);

CREATE TABLE withdrawal (
  ticket_id       bigint PRIMARY KEY,
  request_code    text NOT NULL UNIQUE,
  user_id         bigint NOT NULL,
  account_id      bigint NOT NULL,
  product_id      bigint NOT NULL,
  provider_id     bigint NOT NULL,
  template_type   text NOT NULL,
  template_form   text NOT NULL,
  destination     text NOT NULL,
  amount          numeric(40) NOT NULL CHECK (amount > 0),
  fee             numeric(40) NOT NULL CHECK (fee >= 0 AND fee < amount),
  status          text NOT NULL,
  mac             bytea NOT NULL,
  request_ip      text,
  code_hash       bytea UNIQUE,
  code_expires_at bigint,
  tx_id           text,
  reject_reason   text,
  -- True once the hold has been settled or released: nothing is left for the engine to hear.
  money_done      boolean NOT NULL DEFAULT false,
  created_at      bigint NOT NULL,
  updated_at      bigint NOT NULL
);
CREATE INDEX withdrawal_account ON withdrawal (account_id, ticket_id DESC);
CREATE INDEX withdrawal_open ON withdrawal (ticket_id) WHERE NOT money_done;

CREATE TABLE hot_nonce (
  chain_id   bigint NOT NULL,
  sender     text NOT NULL,
  next_nonce bigint NOT NULL,
  PRIMARY KEY (chain_id, sender)
);
CREATE TABLE payment (
  ticket_id  bigint PRIMARY KEY REFERENCES withdrawal,
  chain_id   bigint NOT NULL,
  sender     text NOT NULL,
  nonce      bigint NOT NULL,
  created_at bigint NOT NULL,
  UNIQUE (chain_id, sender, nonce)
);
-- Every signed form of a payment is kept: any of them may be the one that is mined.
CREATE TABLE payment_attempt (
  ticket_id     bigint NOT NULL REFERENCES payment ON DELETE CASCADE,
  attempt       bigint NOT NULL,
  hash          text NOT NULL UNIQUE,
  raw           text NOT NULL,
  fee_max       numeric(40) NOT NULL,
  fee_priority  numeric(40) NOT NULL,
  signed_height bigint NOT NULL,
  created_at    bigint NOT NULL,
  PRIMARY KEY (ticket_id, attempt)
);
`,
};
