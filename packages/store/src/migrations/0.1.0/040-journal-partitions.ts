import type { Migration } from '../index.ts';

/**
 * The journal in parts. What there is becomes the first part as it is: its rows are read once to check their range, and
 * none is copied.
 */
export const journalPartitions: Migration = {
  id: '040-journal-partitions',
  sql: `
    ALTER TABLE journal RENAME TO journal_1;
    ALTER INDEX journal_pkey RENAME TO journal_1_pkey;
    CREATE TABLE journal (LIKE journal_1 INCLUDING CONSTRAINTS INCLUDING STORAGE, PRIMARY KEY (first_sequence))
      PARTITION BY RANGE (first_sequence);
    CREATE TRIGGER journal_is_for_ever BEFORE UPDATE OR DELETE OR TRUNCATE ON journal
      FOR EACH STATEMENT EXECUTE FUNCTION journal_is_for_ever();
    DO $$
    DECLARE
      size constant bigint := 5000000;
      last bigint := coalesce((SELECT first_sequence + count - 1 FROM journal_1 ORDER BY first_sequence DESC LIMIT 1), 0);
    BEGIN
      EXECUTE format('ALTER TABLE journal ATTACH PARTITION journal_1 FOR VALUES FROM (1) TO (%s)',
        (last / size + 1) * size + 1);
    END $$;
  `,
};
