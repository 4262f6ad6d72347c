import { fenced } from './085-acceptance.ts';
import type { Migration } from '../index.ts';

/**
 * Operators, what they did, and what waits for a second one.
 *
 * Secrets are kept as hashes only. The record of acts can only grow, and each of its rows carries the hash of the one
 * before. The steps of a withdraw ticket are noted by the table itself, so that no mover can forget to.
 */
export const operators: Migration = {
  id: '086-operators',
  sql: `
CREATE TABLE operator (
  operator_id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Never given out twice, also after its owner was removed: it stands in the record.
  name            text NOT NULL UNIQUE,
  role            text NOT NULL CHECK (role IN ('support', 'finance', 'risk', 'admin')),
  secret_hash     bytea NOT NULL,
  -- The operator's own customer account: nobody decides about their own money.
  user_id         bigint REFERENCES app_user,
  failed_attempts integer NOT NULL DEFAULT 0,
  locked_until    bigint,
  created_at      bigint NOT NULL,
  removed_at      bigint
);

CREATE TABLE proposal (
  proposal_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  act         text NOT NULL,
  -- Canonical JSON text: the same act with the same parameters is the same proposal.
  params      text NOT NULL,
  facts       text NOT NULL,
  -- Minor units of the notional product; what caps by the day are counted in.
  value       numeric(60),
  proposed_by text NOT NULL REFERENCES operator (name),
  proposed_at bigint NOT NULL,
  expires_at  bigint NOT NULL,
  status      text NOT NULL CHECK (status IN ('open', 'approved', 'done', 'refused', 'declined', 'expired')),
  decided_by  text REFERENCES operator (name),
  decided_at  bigint,
  outcome     text,
  CHECK (decided_by <> proposed_by OR status IN ('declined', 'expired'))
);
CREATE UNIQUE INDEX proposal_open ON proposal (act, params) WHERE status = 'open';
CREATE INDEX proposal_approved ON proposal (proposal_id) WHERE status = 'approved';
CREATE INDEX proposal_act ON proposal (act, decided_at);
${fenced('proposal')}

CREATE TABLE operator_audit (
  entry_id      bigint PRIMARY KEY,
  at            bigint NOT NULL,
  operator      text NOT NULL,
  act           text NOT NULL,
  phase         text NOT NULL CHECK (phase IN ('intent', 'done', 'refused', 'failed', 'interrupted', 'read')),
  -- The row that said what was about to be done.
  intent_id     bigint REFERENCES operator_audit,
  object        text NOT NULL,
  detail        text NOT NULL,
  previous_hash bytea NOT NULL,
  hash          bytea NOT NULL
);
CREATE INDEX operator_audit_object ON operator_audit (object, entry_id);
CREATE UNIQUE INDEX operator_audit_outcome ON operator_audit (intent_id) WHERE intent_id IS NOT NULL;
CREATE TRIGGER operator_audit_grows_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE withdrawal_step (
  step_id   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ticket_id bigint NOT NULL,
  status    text NOT NULL,
  tx_id     text,
  reason    text,
  at        bigint NOT NULL
);
CREATE INDEX withdrawal_step_ticket ON withdrawal_step (ticket_id, step_id);
CREATE FUNCTION note_withdrawal_step() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO withdrawal_step (ticket_id, status, tx_id, reason, at)
  VALUES (NEW.ticket_id, NEW.status, NEW.tx_id, NEW.reject_reason, NEW.updated_at);
  RETURN NULL;
END $$;
CREATE TRIGGER withdrawal_created AFTER INSERT ON withdrawal
  FOR EACH ROW EXECUTE FUNCTION note_withdrawal_step();
CREATE TRIGGER withdrawal_moved AFTER UPDATE OF status ON withdrawal
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION note_withdrawal_step();
`,
};
