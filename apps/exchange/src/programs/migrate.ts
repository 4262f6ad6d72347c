/**
 * `npm run migrate`: brings the tables and the privileges of the roles in your own PostgreSQL up to date, with the
 * login that owns them. The exchange itself runs with another login, which cannot.
 */
import { Database, migrate } from '@salar/store';
import { readSecretFiles } from '../settings/secret-files.ts';

process.exitCode = await main().catch((error: unknown) => {
  console.error(`migrate: ${error instanceof Error ? error.message : String(error)}`);
  return 1;
});

async function main(): Promise<number> {
  const connectionString = readSecretFiles(process.env)['SALAR_MIGRATION_DATABASE_URL'] ?? '';
  if (connectionString === '')
    throw new Error(
      'set SALAR_MIGRATION_DATABASE_URL to the PostgreSQL login that owns the tables; the embedded PostgreSQL is migrated by npm start',
    );
  const database = new Database({ connectionString, poolSize: 1 });
  try {
    const ran = await migrate(database);
    for (const id of ran) console.log(id);
    console.log(`${ran.length} migrations ran; the roles have the privileges of this version.`);
  } finally {
    await database.close();
  }
  return 0;
}
