/**
 * One real PostgreSQL for a test run, with a template database that has every migration, the laptop's included: the embedded one, or
 * that of `SALAR_TEST_POSTGRES`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asExchange, startEmbeddedPostgres } from '@salar/adapters/postgres-embedded';
import { migrateLaptop } from '@salar/laptop/migrations/migrate-laptop';
import { Database, createDatabaseIfMissing, createLogin, migrate } from '@salar/store';
import type { DatabaseOptions } from '@salar/store';
import type { TestProject } from 'vitest/node';
import { OwnPostgres, binariesSetting } from './own-postgres.ts';

export const templateDatabase = 'salar_template';

declare module 'vitest' {
  interface ProvidedContext {
    postgresSocketDir: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  const template = { ...postgres.options, database: templateDatabase };
  await createDatabaseIfMissing(template);
  const database = new Database({ ...template, poolSize: 1 });
  await migrate(database);
  await migrateLaptop(database);
  await database.close();
  project.provide('postgresSocketDir', postgres.socketDir);
  return postgres.stop;
}

type TestPostgres = {
  readonly options: DatabaseOptions;
  readonly socketDir: string;
  readonly stop: () => Promise<void>;
};

async function startPostgres(): Promise<TestPostgres> {
  if (process.env[binariesSetting]) {
    const own = OwnPostgres.create();
    const database = new Database({ ...own.options, database: 'postgres', poolSize: 1 });
    await createLogin(database, asExchange(own.options).user ?? '', 'salar_core'); // as the embedded one does
    await database.close();
    return { options: own.options, socketDir: own.socketDir, stop: async () => own.remove() };
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'salar-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const stop = async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { options: postgres.databaseOptions, socketDir: postgres.socketDir, stop };
}
