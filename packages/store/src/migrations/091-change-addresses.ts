import type { Migration } from './index.ts';

/** Where the outputs of ours on Bitcoin networks stand: nobody is paid at an address that got our change. */
export const changeAddresses: Migration = {
  id: '091-change-addresses',
  sql: `
ALTER TABLE bitcoin_output ADD COLUMN address text;
CREATE INDEX bitcoin_output_change ON bitcoin_output (address) WHERE branch = 1;
`,
};
