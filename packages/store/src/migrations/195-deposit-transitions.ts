import type { Migration } from './index.ts';

/**
 * Transitions of deposits, as `194-withdrawal-transitions` has those of withdrawals. Their MAC covers what `bank_mac` covered of a
 * bank deposit: one that waits for its credit is credited when the operator repeats the command.
 */
export const depositTransitions: Migration = {
  id: '195-deposit-transitions',
  sql: `
ALTER TABLE deposit
  DROP COLUMN bank_mac,
  ADD COLUMN step          integer NOT NULL DEFAULT 0,
  ADD COLUMN status_before text,
  ADD COLUMN status_by     text,
  ADD COLUMN status_at     bigint,
  ADD COLUMN trail         bytea,
  ADD COLUMN status_mac    bytea;
CREATE FUNCTION note_deposit_step() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO ticket_step (ticket_id, status, tx_id, reason, at, step, status_before, status_by, account_id, product_id,
    amount, trail)
  VALUES (NEW.ticket_id, NEW.status, NEW.tx_id, NEW.reject_reason, coalesce(NEW.status_at, NEW.updated_at), NEW.step,
    NEW.status_before, NEW.status_by, NEW.account_id, NEW.product_id, NEW.amount, NEW.trail);
  RETURN NULL;
END $$;
CREATE TRIGGER deposit_created AFTER INSERT ON deposit
  FOR EACH ROW EXECUTE FUNCTION note_deposit_step();
CREATE TRIGGER deposit_moved AFTER UPDATE OF status, step ON deposit
  FOR EACH ROW WHEN ((OLD.status, OLD.step) IS DISTINCT FROM (NEW.status, NEW.step))
  EXECUTE FUNCTION note_deposit_step();
`,
};
