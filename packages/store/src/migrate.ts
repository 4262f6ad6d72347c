import type { Database } from './database.ts';
import { migrations } from './migrations/index.ts';
import type { Migration } from './migrations/index.ts';

/**
 * Brings the schema up to date, each migration once and in one transaction, safe when two processes start together.
 *
 * @returns the ids that ran now
 * @throws when the database has a migration that this version does not know: a newer Salar wrote it
 */
export async function migrate(database: Database): Promise<readonly string[]> {
  return runMigrations(database, { record: 'migration', migrations });
}

/**
 * Runs the migrations of one list that the database does not have yet.
 *
 * @param list.record  the table that records which ones ran; it is created when it is missing
 */
export async function runMigrations(
  database: Database,
  list: {
    readonly record: 'migration' | 'laptop_migration';
    readonly migrations: readonly Migration[];
  },
): Promise<readonly string[]> {
  const { record } = list;
  return database.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock(7236217)'); // any constant; only migrations take it
    await tx.query(
      `CREATE TABLE IF NOT EXISTS ${record} (id text PRIMARY KEY, ran_at timestamptz NOT NULL DEFAULT now())`,
    );
    const done = new Set((await tx.query<{ id: string }>(`SELECT id FROM ${record}`)).map((row) => row.id));
    const known = new Set(list.migrations.map((migration) => migration.id));
    const unknown = [...done].find((id) => !known.has(id));
    if (unknown !== undefined)
      throw new Error(`the database was written by a newer version of Salar (it has migration ${unknown})`);
    const pending = list.migrations.filter((migration) => !done.has(migration.id));
    for (const migration of pending) {
      await tx.query(migration.sql);
      await tx.query(`INSERT INTO ${record} (id) VALUES ($1)`, [migration.id]);
    }
    return pending.map((migration) => migration.id);
  });
}
