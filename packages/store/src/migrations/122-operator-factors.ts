import type { Migration } from './index.ts';

/** The authenticator of an operator: its sealed secret, and the time step of the last code, null until the first one. */
export const operatorFactors: Migration = {
  id: '122-operator-factors',
  sql: `
ALTER TABLE operator ADD COLUMN totp_secret bytea;
ALTER TABLE operator ADD COLUMN totp_step bigint;
ALTER TABLE operator ADD CHECK (totp_step IS NULL OR totp_secret IS NOT NULL);
`,
};
