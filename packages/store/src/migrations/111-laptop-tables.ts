import type { Migration } from './index.ts';

/**
 * Drops the local mailbox and the identity sandbox where they are empty, as they are in production.
 *
 * `@salar/laptop` creates them in the local profile; a laptop that has rows in them keeps the tables.
 */
export const laptopTables: Migration = {
  id: '111-laptop-tables',
  sql: `
    DO $$
    BEGIN
      IF NOT EXISTS (SELECT FROM local_mail)
        AND NOT EXISTS (SELECT FROM identity_sandbox_token)
        AND NOT EXISTS (SELECT FROM identity_sandbox_application)
        AND NOT EXISTS (SELECT FROM identity_sandbox_document) THEN
        DROP TABLE local_mail, identity_sandbox_token, identity_sandbox_document, identity_sandbox_application;
      END IF;
    END $$;
  `,
};
