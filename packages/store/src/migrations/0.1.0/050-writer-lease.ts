import type { Migration } from '../index.ts';

/** The writer's lease ends when it is not renewed within its term, by this database's clock. */
export const writerLease: Migration = {
  id: '050-writer-lease',
  sql: `
    ALTER TABLE writer_lease
      ADD COLUMN term_ms integer NOT NULL DEFAULT 2000 CHECK (term_ms > 0),
      ADD COLUMN renewed_at timestamptz;
    COMMENT ON COLUMN writer_lease.renewed_at IS 'null when the last holder gave the lease back';
  `,
};
