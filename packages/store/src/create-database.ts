/** Creates databases in a cluster, over a connection to its `postgres` database. */
import { Database } from './database.ts';
import type { DatabaseOptions } from './database.ts';

/** Creates the database that `options` names, owned by its user, unless it exists. */
export async function createDatabaseIfMissing(options: DatabaseOptions): Promise<void> {
  await createDatabase(options, { template: 'template0', isRepeatable: true });
}

/** Creates the database that `options` names as a copy of `template`, to which nothing may be connected. */
export async function createDatabaseFrom(template: string, options: DatabaseOptions): Promise<void> {
  await createDatabase(options, { template, isRepeatable: false });
}

async function createDatabase(
  options: DatabaseOptions,
  { template, isRepeatable }: { template: string; isRepeatable: boolean },
): Promise<void> {
  const name = options.database ?? 'salar';
  const maintenance = new Database({ ...options, database: 'postgres', poolSize: 1 });
  try {
    if (isRepeatable) {
      const found = await maintenance.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
      if (found.length > 0) return;
    }
    await maintenance.query(`CREATE DATABASE ${quoted(name)} TEMPLATE ${quoted(template)}`);
  } finally {
    await maintenance.close();
  }
}

function quoted(name: string): string {
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(name)) throw new Error(`${name} is not a valid database name`);
  return `"${name}"`;
}
