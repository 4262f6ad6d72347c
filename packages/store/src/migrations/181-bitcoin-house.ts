import type { Migration } from './index.ts';

/** Outputs of the house wallet on Bitcoin networks. */
export const bitcoinHouse: Migration = {
  id: '181-bitcoin-house',
  sql: `
ALTER TABLE bitcoin_output
  DROP CONSTRAINT bitcoin_output_branch_check,
  -- 5 is the house wallet: the address says whether its present or its former key is that of an output.
  ADD CONSTRAINT bitcoin_output_branch_check CHECK (branch IN (0, 1, 2, 3, 4, 5)),
  ADD CONSTRAINT bitcoin_output_house_check CHECK (branch <> 5 OR address IS NOT NULL);
CREATE INDEX bitcoin_output_house ON bitcoin_output (chain_id) WHERE branch = 5 AND spent_tx IS NULL;
`,
};
