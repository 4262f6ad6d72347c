/** One real PostgreSQL for a test run, with a template database that has every migration, the laptop's included. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@salar/adapters/postgres-embedded';
import { migrateLaptop } from '@salar/laptop/migrations/migrate-laptop';
import { Database, createDatabaseIfMissing, migrate } from '@salar/store';
import type { TestProject } from 'vitest/node';

export const templateDatabase = 'salar_template';

declare module 'vitest' {
  interface ProvidedContext {
    postgresSocketDir: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'salar-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const template = { ...postgres.databaseOptions, database: templateDatabase };
  await createDatabaseIfMissing(template);
  const database = new Database({ ...template, poolSize: 1 });
  await migrate(database);
  await migrateLaptop(database);
  await database.close();
  project.provide('postgresSocketDir', postgres.socketDir);
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
