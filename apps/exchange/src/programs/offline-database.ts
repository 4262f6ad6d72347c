/**
 * Opens the database for programs beside the exchange: DATABASE_URL, or the embedded PostgreSQL of SALAR_DATA_DIR.
 *
 * A running PostgreSQL is used as it is; that of a stopped Salar is started temporarily.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  findRunningPostgres,
  hasEmbeddedPostgres,
  startEmbeddedPostgres,
} from '@salar/adapters/postgres-embedded';
import { Database } from '@salar/store';
import type { DatabaseOptions } from '@salar/store';
import { readSecretFiles } from '../settings/secret-files.ts';

export type OfflineDatabase = {
  readonly database: Database;
  /** A description for people. */
  readonly name: string;
  /** null for DATABASE_URL. */
  readonly dataDir: string | null;
};

type FoundDatabase = Omit<OfflineDatabase, 'database'> & {
  readonly options: DatabaseOptions;
  stop(): Promise<void>;
};

/**
 * Runs a program on the database, and returns the exit status of the process.
 *
 * @param name  the name of the program, for its error line
 */
export async function withDatabase(
  name: string,
  work: (books: OfflineDatabase) => Promise<number>,
): Promise<number> {
  let place: FoundDatabase | null = null;
  try {
    place = await findDatabase();
    const database = new Database({ ...place.options, poolSize: 2 });
    try {
      return await work({ database, name: place.name, dataDir: place.dataDir });
    } finally {
      await database.close();
    }
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  } finally {
    await place?.stop();
  }
}

async function findDatabase(): Promise<FoundDatabase> {
  const stop = () => Promise.resolve();
  const connectionString = readSecretFiles(process.env)['DATABASE_URL'];
  if (connectionString !== undefined && connectionString !== '') {
    // What only reads may use a replica.
    const options = { connectionString, acceptsReplica: true };
    return { options, name: 'DATABASE_URL', dataDir: null, stop };
  }
  const dataDir = resolve(process.env['SALAR_DATA_DIR'] ?? '.salar');
  const running = await findRunningPostgres(dataDir);
  if (running !== null) return { options: running, name: `${dataDir} (running)`, dataDir, stop };
  if (!existsSync(dataDir) || !hasEmbeddedPostgres(dataDir)) {
    throw new Error(`there is no database in ${dataDir}: start Salar once, or set SALAR_DATA_DIR`);
  }
  const backupDir = process.env['SALAR_BACKUP_DIR'] || null; // its archive must not have a gap
  const postgres = await startEmbeddedPostgres({ dataDir, backupDir, log: (line) => console.error(line) });
  return {
    options: postgres.databaseOptions,
    name: `${dataDir} (stopped)`,
    dataDir,
    stop: () => postgres.stop(),
  };
}
