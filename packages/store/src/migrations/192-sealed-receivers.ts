import type { Migration } from './index.ts';

/**
 * Bank accounts of customers are sealed. Those of the version before are sealed at the next start, by a key that the database does
 * not have.
 */
export const sealedReceivers: Migration = {
  id: '192-sealed-receivers',
  sql: `
ALTER TABLE withdrawal
  ALTER COLUMN template_form DROP NOT NULL,
  ALTER COLUMN destination DROP NOT NULL,
  -- The receiver and the form of a bank's withdrawal.
  ADD COLUMN sealed_receiver bytea,
  -- A keyed hash of the receiver.
  ADD COLUMN receiver_key bytea,
  ADD CHECK (
    (destination IS NULL) = (sealed_receiver IS NOT NULL)
    AND (destination IS NULL) = (template_form IS NULL)
    AND (destination IS NULL) = (receiver_key IS NOT NULL)
  );
CREATE INDEX withdrawal_receiver ON withdrawal (user_id, receiver_key) WHERE receiver_key IS NOT NULL;
ALTER TABLE destination
  ALTER COLUMN name DROP NOT NULL,
  ALTER COLUMN identifier DROP NOT NULL,
  -- The account and the name of a bank's destination.
  ADD COLUMN sealed_receiver bytea,
  ADD COLUMN receiver_key bytea,
  ADD UNIQUE (account_id, product_id, template_type, receiver_key),
  ADD CHECK (
    (identifier IS NULL) = (sealed_receiver IS NOT NULL)
    AND (identifier IS NULL) = (name IS NULL)
    AND (identifier IS NULL) = (receiver_key IS NOT NULL)
  );
`,
};
