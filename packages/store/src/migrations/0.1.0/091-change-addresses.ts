import type { Migration } from '../index.ts';

/** The addresses of our outputs on Bitcoin networks: no payment goes to an address that received our change. */
export const changeAddresses: Migration = {
  id: '091-change-addresses',
  sql: `
ALTER TABLE bitcoin_output ADD COLUMN address text;
CREATE INDEX bitcoin_output_change ON bitcoin_output (address) WHERE branch = 1;
`,
};
