/** Connects to PostgreSQL: the operator's own, or the embedded one, which is started if it is not running. */
import { asExchange, startEmbeddedPostgres } from '@salar/adapters/postgres-embedded';
import { Database } from '@salar/store';
import { findLivingOwner } from './data-dir-lock.ts';
import { prepareSchema } from './prepare-schema.ts';
import { retryDuringStart } from './retry-during-start.ts';
import type { StartOptions } from './start-options.ts';

/**
 * A network that drops a connection reports nothing, and the operating system takes a quarter of an hour to notice. Long
 * compared with every statement of the exchange, and short enough that a caller gets an answer.
 */
const answerTimeoutMs = 30_000;

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
  if (databaseUrl !== null) return new Database({ connectionString: databaseUrl, answerTimeoutMs });
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
