import type { Migration } from './index.ts';

/** Outputs of the hot wallet and of change below an account of their own, apart from the account of deposit addresses. */
export const hotBranches: Migration = {
  id: '140-hot-branches',
  sql: `
ALTER TABLE bitcoin_output DROP CONSTRAINT bitcoin_output_branch_check;
ALTER TABLE bitcoin_output ADD CONSTRAINT bitcoin_output_branch_check CHECK (branch IN (0, 1, 2, 3));
DROP INDEX bitcoin_output_change;
CREATE INDEX bitcoin_output_change ON bitcoin_output (address) WHERE branch IN (1, 3);
`,
};
