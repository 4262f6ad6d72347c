import type { Migration } from './index.ts';

/**
 * MACs over requests for levels and over reviews of identities, by a key that the database does not have. Those of the version
 * before get theirs at the next start.
 */
export const levelMacs: Migration = {
  id: '163-level-macs',
  sql: `
ALTER TABLE level_request ADD COLUMN mac bytea;
ALTER TABLE verification_review ADD COLUMN mac bytea;
`,
};
