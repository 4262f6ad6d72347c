import { runMigrations } from '@salar/store';
import type { Database } from '@salar/store';
import { laptopMigrations } from './index.ts';
import { laptopPrivileges } from './laptop-privileges.ts';

/**
 * Brings the laptop's own tables up to date. Run it after `migrate`.
 *
 * They have a record of their own, so that programs without the laptop's parts, such as a restore, accept the database.
 *
 * @returns the ids that ran now
 */
export async function migrateLaptop(database: Database): Promise<readonly string[]> {
  return runMigrations(database, {
    record: 'laptop_migration',
    migrations: laptopMigrations,
    privileges: laptopPrivileges,
  });
}
