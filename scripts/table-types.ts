/**
 * Generates `packages/store/src/tables/generated/tables.ts`, the types of the tables, from the migrations: `npm run table-types`
 * runs them on an empty database and reads its columns.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startEmbeddedPostgres } from '@salar/adapters/postgres-embedded';
import { Database, createDatabaseIfMissing, migrate } from '@salar/store';
import { format, resolveConfig } from 'prettier';
import { generateTableTypes } from './table-types-source.ts';

const path = resolve(import.meta.dirname, '../packages/store/src/tables/generated/tables.ts');
const dataDir = mkdtempSync(join(tmpdir(), 'salar-table-types-'));
const postgres = await startEmbeddedPostgres({ dataDir });
try {
  const options = { ...postgres.databaseOptions, database: 'table_types' };
  await createDatabaseIfMissing(options);
  const database = new Database(options);
  await migrate(database);
  const source = await generateTableTypes(database);
  await database.close();
  writeFileSync(path, await format(source, { ...(await resolveConfig(path)), filepath: path }));
  console.log(`written: ${path}`);
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
