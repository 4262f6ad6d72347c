import type { Migration } from './index.ts';

/**
 * Deletes users who did not verify their address within thirty days of the database's clock, so that their names are free again. It runs
 * as the owner of the tables: the exchange's own role deletes no user.
 *
 * A user with an account, or with anything that refers to them, stays.
 */
export const unverifiedUsers: Migration = {
  id: '185-unverified-users',
  sql: `
DROP INDEX app_user_account_not_open;
CREATE INDEX app_user_account_not_open ON app_user (user_id) WHERE NOT is_account_open AND is_email_verified;
CREATE INDEX app_user_unverified ON app_user (created_at) WHERE NOT is_account_open AND NOT is_email_verified;

CREATE FUNCTION delete_unverified_users() RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  old bigint;
  deleted bigint := 0;
BEGIN
  FOR old IN
    SELECT user_id FROM public.app_user
    WHERE NOT is_account_open AND NOT is_email_verified
      AND created_at < (extract(epoch FROM clock_timestamp() - interval '30 days') * 1000)::bigint
    ORDER BY created_at LIMIT 10000 FOR UPDATE SKIP LOCKED
  LOOP
    BEGIN
      DELETE FROM public.email_code WHERE user_id = old;
      DELETE FROM public.user_config WHERE user_id = old;
      DELETE FROM public.app_user WHERE user_id = old;
      deleted := deleted + 1;
    EXCEPTION WHEN foreign_key_violation THEN
      NULL;
    END;
  END LOOP;
  RETURN deleted;
END $$;
`,
};
