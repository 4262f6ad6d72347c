import type { Migration } from './index.ts';

/** The profile that a database belongs to, written by the first start. */
export const installation: Migration = {
  id: '184-installation',
  sql: `
CREATE TABLE installation (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  profile text NOT NULL CHECK (profile IN ('local', 'production')),
  created_at bigint NOT NULL
);
`,
};
