import type { Migration } from '../index.ts';

/**
 * The calls of the second backend: checks of Brazilian customers, with the form sealed and its tax number as a keyed hash,
 * and accounts linked with the test network.
 *
 * A request to create an account at the provider is recorded before it is sent (`sub_account_asked_at`), with a reference of
 * our own: when its answer was lost, the account is searched for by that reference before it is requested again.
 */
export const secondBackend: Migration = {
  id: '105-second-backend',
  sql: `
CREATE TABLE brazil_validation (
  user_id              bigint PRIMARY KEY REFERENCES app_user,
  -- Null: the check failed, and the number's owner came.
  tax_id_key           bytea UNIQUE,
  form                 bytea NOT NULL,
  status               text NOT NULL CHECK (status IN ('processing', 'verified', 'rejected', 'expired')),
  -- Our name for the customer's account at the provider.
  reference            text NOT NULL UNIQUE,
  sub_account_asked_at bigint,
  sub_account_id       text UNIQUE,
  attempt_id           text UNIQUE,
  -- Where the customer goes on; sealed, because whoever has it can go on.
  hosted_url           bytea,
  hosted_until         bigint,
  comment              text,
  can_retry            boolean NOT NULL DEFAULT false,
  -- When the provider's record stood as we have it.
  as_of                bigint,
  check_at             bigint,
  submitted_at         bigint NOT NULL,
  CHECK (status <> 'verified' OR (attempt_id IS NOT NULL AND tax_id_key IS NOT NULL))
);
CREATE INDEX brazil_validation_due ON brazil_validation (check_at) WHERE check_at IS NOT NULL;

-- What anybody may say; it links nothing.
CREATE TABLE account_link_claim (
  account_id     bigint NOT NULL,
  user_name      text NOT NULL,
  wallet_address text NOT NULL,
  claimed_at     bigint NOT NULL,
  PRIMARY KEY (account_id, user_name, wallet_address)
);
CREATE INDEX account_link_claim_age ON account_link_claim (claimed_at);

CREATE TABLE account_link (
  account_id     bigint PRIMARY KEY,
  user_id        bigint NOT NULL REFERENCES app_user,
  user_name      text NOT NULL,
  user_name_key  text NOT NULL UNIQUE,
  -- In its spelling with capitals as checksum.
  wallet_address text NOT NULL UNIQUE,
  linked_at      bigint NOT NULL
);
`,
};
