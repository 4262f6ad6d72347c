import type { Migration } from './index.ts';

/**
 * Moves to cold storage on networks without nonces, whose plan is stored as text beside the signed bytes; and the outputs of
 * Bitcoin that such moves spend and bring.
 */
export const plannedMoves: Migration = {
  id: '133-planned-moves',
  sql: `
ALTER TABLE house_move
  ALTER COLUMN nonce DROP NOT NULL,
  -- What a move without a nonce should bring: it is stored before anything is signed.
  ADD COLUMN amount numeric(78) CHECK (amount > 0),
  ADD CONSTRAINT house_move_plan_check CHECK ((nonce IS NULL) = (amount IS NOT NULL));
ALTER TABLE house_move_attempt
  ALTER COLUMN fee_max DROP NOT NULL,
  ALTER COLUMN fee_priority DROP NOT NULL,
  ADD COLUMN plan text,
  ADD CONSTRAINT house_move_attempt_plan_check
    CHECK ((plan IS NULL) = (fee_max IS NOT NULL) AND (plan IS NULL) = (fee_priority IS NOT NULL));
ALTER TABLE bitcoin_output
  DROP CONSTRAINT bitcoin_output_branch_check,
  DROP CONSTRAINT bitcoin_output_check1,
  ADD COLUMN move_id bigint REFERENCES house_move,
  -- Brought to the hot wallet by a transaction of our own, so that no deposit credits it.
  ADD COLUMN is_own boolean NOT NULL DEFAULT false,
  -- 4 is cold storage: the index is that of its descriptor.
  ADD CONSTRAINT bitcoin_output_branch_check CHECK (branch IN (0, 1, 2, 3, 4)),
  ADD CONSTRAINT bitcoin_output_use_check CHECK (ticket_id IS NULL OR move_id IS NULL),
  ADD CONSTRAINT bitcoin_output_spent_check
    CHECK (spent_tx IS NULL OR ticket_id IS NOT NULL OR move_id IS NOT NULL OR branch = 4);
DROP INDEX bitcoin_output_free;
CREATE INDEX bitcoin_output_free ON bitcoin_output (chain_id, amount DESC)
  WHERE ticket_id IS NULL AND move_id IS NULL AND branch < 4;
CREATE INDEX bitcoin_output_moved ON bitcoin_output (chain_id, move_id) WHERE move_id IS NOT NULL AND spent_tx IS NULL;
CREATE INDEX bitcoin_output_cold ON bitcoin_output (chain_id) WHERE branch = 4 AND spent_tx IS NULL;
`,
};
