/** Connects to PostgreSQL: the operator's own, or the embedded one, which is started if it is not running. */
import { asExchange, startEmbeddedPostgres } from '@salar/adapters/postgres-embedded';
import { Database } from '@salar/store';
import { findLivingOwner } from './data-dir-lock.ts';
import { prepareSchema } from './prepare-schema.ts';
import { retryDuringStart } from './retry-during-start.ts';
import type { StartOptions } from './start-options.ts';

export async function connectDatabase(options: StartOptions): Promise<Database> {
  const database = await retryDuringStart(options.log, 'PostgreSQL', () => openDatabase(options));
  options.stops.add('database connections', () => database.close());
  const { profile, databaseUrl } = options.config;
  // Also for a standby: not only when it takes over.
  if (profile === 'production' && databaseUrl !== null)
    await retryDuringStart(options.log, 'schema', () => prepareSchema({ ...options, database }));
  return database;
}

async function openDatabase({ config, log, stops, onFatal }: StartOptions): Promise<Database> {
  const { databaseUrl, dataDir, backupDir } = config;
  if (databaseUrl !== null) return new Database({ connectionString: databaseUrl });
  const postgres = await startEmbeddedPostgres({
    dataDir,
    backupDir,
    log: (line) => log.info({ part: 'postgres' }, line),
  });
  stops.add('PostgreSQL', async () => {
    // A standby reads from it and continues to use it.
    if (findLivingOwner(dataDir, 'standby') === null) await postgres.stop();
    else log.info({ part: 'postgres' }, 'PostgreSQL keeps running for the standby');
  });
  postgres.onExit(onFatal);
  return new Database(asExchange(postgres.databaseOptions));
}
