import type { Migration } from './index.ts';

/**
 * Halts of the watcher, the only rows that its role may write, and read access of its role to new parts of the journal. A halt
 * carries the watcher's signature, which the exchange verifies.
 */
export const watcherHalts: Migration = {
  id: '148-watcher-halts',
  sql: `
CREATE TABLE watcher_halt (
  halt_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  text text NOT NULL CHECK (length(text) <= 4096),
  signature text NOT NULL UNIQUE CHECK (length(signature) <= 256),
  handled_at bigint
);
CREATE INDEX watcher_halt_open ON watcher_halt (halt_id) WHERE handled_at IS NULL;

CREATE OR REPLACE FUNCTION make_journal_part(start bigint, size bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  EXECUTE format('CREATE TABLE public.journal_%s (LIKE public.journal INCLUDING ALL)', start);
  EXECUTE format('CREATE TRIGGER journal_is_for_ever BEFORE UPDATE OR DELETE OR TRUNCATE ON public.journal_%s
    FOR EACH STATEMENT EXECUTE FUNCTION public.journal_is_for_ever()', start);
  EXECUTE format('ALTER TABLE public.journal ATTACH PARTITION public.journal_%s FOR VALUES FROM (%s) TO (%s)',
    start, start, start + size);
  EXECUTE format('GRANT SELECT, INSERT ON public.journal_%s TO salar_core', start);
  EXECUTE format('GRANT SELECT ON public.journal_%s TO salar_reader, salar_watcher', start);
END $$;
`,
};
