import type { Migration } from './index.ts';

/**
 * Adds the person or worker who gave a withdrawal its status, the status before, and the number of the transition: `status_mac` covers them and, by
 * `trail`, all transitions before. The history has the same columns. Rows of the version before have none of them.
 */
export const withdrawalTransitions: Migration = {
  id: '194-withdrawal-transitions',
  sql: `
ALTER TABLE withdrawal
  ADD COLUMN step          integer NOT NULL DEFAULT 0,
  ADD COLUMN status_before text,
  ADD COLUMN status_by     text,
  ADD COLUMN trail         bytea;
ALTER TABLE withdrawal_step RENAME TO ticket_step;
ALTER INDEX withdrawal_step_ticket RENAME TO ticket_step_ticket;
ALTER TABLE ticket_step
  ADD COLUMN step          integer NOT NULL DEFAULT 0,
  ADD COLUMN status_before text,
  ADD COLUMN status_by     text,
  ADD COLUMN account_id    bigint,
  ADD COLUMN product_id    bigint,
  ADD COLUMN amount        numeric,
  ADD COLUMN trail         bytea;
CREATE OR REPLACE FUNCTION note_withdrawal_step() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO ticket_step (ticket_id, status, tx_id, reason, at, step, status_before, status_by, account_id, product_id,
    amount, trail)
  VALUES (NEW.ticket_id, NEW.status, NEW.tx_id, NEW.reject_reason, NEW.updated_at, NEW.step, NEW.status_before,
    NEW.status_by, NEW.account_id, NEW.product_id, NEW.amount, NEW.trail);
  RETURN NULL;
END $$;
DROP TRIGGER withdrawal_moved ON withdrawal;
CREATE TRIGGER withdrawal_moved AFTER UPDATE OF status, step ON withdrawal
  FOR EACH ROW WHEN ((OLD.status, OLD.step) IS DISTINCT FROM (NEW.status, NEW.step))
  EXECUTE FUNCTION note_withdrawal_step();
`,
};
