import type { Migration } from './index.ts';

/** Outputs of Bitcoin that somebody else, who has their keys, has spent. What our own transactions spend has `spent_tx`. */
export const takenOutputs: Migration = {
  id: '197-taken-outputs',
  sql: `
ALTER TABLE bitcoin_output
  ADD COLUMN taken_tx text,
  ADD COLUMN taken_height bigint,
  ADD CONSTRAINT bitcoin_output_taken_check CHECK ((taken_tx IS NULL) = (taken_height IS NULL));
CREATE INDEX bitcoin_output_taken ON bitcoin_output (chain_id, taken_height) WHERE taken_tx IS NOT NULL;
`,
};
