import type { Database, Queryable } from './database.ts';
import { migrations } from './migrations/index.ts';
import type { Migration } from './migrations/index.ts';
import { storePrivileges } from './roles/declared-privileges.ts';
import type { DeclaredPrivileges } from './roles/declared-privileges.ts';
import { createRoles, grantPrivileges } from './roles/grant-privileges.ts';
import { advisoryLocks } from './advisory-locks.ts';

/**
 * Brings the schema and the privileges of the roles up to date, each migration once and in one transaction, safe when two
 * processes start together.
 *
 * @param database  with the login that owns the tables
 * @returns the ids that ran now
 * @throws when the database has a migration that this version does not know: a newer Salar wrote it
 */
export async function migrate(database: Database): Promise<readonly string[]> {
  return runMigrations(database, {
    record: 'migration',
    migrations,
    privileges: storePrivileges,
  });
}

/**
 * Runs the migrations of one list that the database does not have yet, and grants what is declared for its tables.
 *
 * @param list.record  the table that records which ones ran; it is created when it is missing
 */
export async function runMigrations(
  database: Database,
  list: {
    readonly record: 'migration' | 'laptop_migration';
    readonly migrations: readonly Migration[];
    readonly privileges: DeclaredPrivileges;
  },
): Promise<readonly string[]> {
  const { record } = list;
  return database.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.migrations]);
    await tx.query(
      `CREATE TABLE IF NOT EXISTS ${record} (id text PRIMARY KEY, ran_at timestamptz NOT NULL DEFAULT now())`,
    );
    const pending = await readPending(tx, list);
    for (const migration of pending) {
      await tx.query(migration.sql);
      await tx.query(`INSERT INTO ${record} (id) VALUES ($1)`, [migration.id]);
    }
    await createRoles(tx);
    await grantPrivileges(tx, list.privileges);
    return pending.map((migration) => migration.id);
  });
}

/** @throws when the database has a migration that is not in the list */
async function readPending(
  on: Queryable,
  { record, migrations: known }: { readonly record: string; readonly migrations: readonly Migration[] },
): Promise<readonly Migration[]> {
  const done = new Set((await on.query<{ id: string }>(`SELECT id FROM ${record}`)).map((row) => row.id));
  const unknown = [...done].find((id) => known.every((migration) => migration.id !== id));
  if (unknown !== undefined)
    throw new Error(`the database was written by a newer version of Salar (it has migration ${unknown})`);
  return known.filter((migration) => !done.has(migration.id));
}

/**
 * Checks that `migrate` has run, for an exchange whose own login must not change the schema.
 *
 * @throws with one sentence when migrations are missing, or the database has one that this version does not know
 */
export async function assertMigrated(database: Database): Promise<void> {
  const [record] = await database.query<{ isThere: boolean }>(
    // A login of the exchange can read it since the first migration of this version that ran.
    `SELECT coalesce(has_table_privilege(to_regclass('migration'), 'SELECT'), false) AS "isThere"`,
  );
  const pending =
    record?.isThere === true ? await readPending(database, { record: 'migration', migrations }) : migrations;
  if (pending.length === 0) return;
  throw new Error(
    `the database lacks migrations of this version, from ${pending[0]?.id} on: run \`npm run migrate\` as the owner of the tables`,
  );
}
