import type { Migration } from './index.ts';

/** The number of changes of an operator's row, which its MAC covers; 0 for a row of a version without it. */
export const operatorVersions: Migration = {
  id: '151-operator-versions',
  sql: 'ALTER TABLE operator ADD COLUMN version integer NOT NULL DEFAULT 0',
};
