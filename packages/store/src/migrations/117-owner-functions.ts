import type { Migration } from './index.ts';

/**
 * The two acts of the running exchange that need the owner of the journal: adding its next part, and waiting for
 * appends in flight when the writer changes. With them the exchange's own role needs no more than INSERT.
 *
 * `grant-privileges.ts` lets `salar_core` and no other role call them.
 */
export const ownerFunctions: Migration = {
  id: '117-owner-functions',
  sql: `
REVOKE CREATE ON SCHEMA public FROM PUBLIC;

CREATE FUNCTION lock_journal() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  LOCK TABLE public.journal IN EXCLUSIVE MODE;
END $$;

-- Created completely and then attached: this lock lets others append meanwhile; the lock of PARTITION OF does not.
CREATE FUNCTION make_journal_part(start bigint, size bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  EXECUTE format('CREATE TABLE public.journal_%s (LIKE public.journal INCLUDING ALL)', start);
  EXECUTE format('CREATE TRIGGER journal_is_for_ever BEFORE UPDATE OR DELETE OR TRUNCATE ON public.journal_%s
    FOR EACH STATEMENT EXECUTE FUNCTION public.journal_is_for_ever()', start);
  EXECUTE format('ALTER TABLE public.journal ATTACH PARTITION public.journal_%s FOR VALUES FROM (%s) TO (%s)',
    start, start, start + size);
  EXECUTE format('GRANT SELECT, INSERT ON public.journal_%s TO salar_core', start);
  EXECUTE format('GRANT SELECT ON public.journal_%s TO salar_reader', start);
END $$;
`,
};
