/** Brings the schema up to date before anything writes, or checks that the owner of the tables has done so. */
import { asOwner } from '@salar/adapters/postgres-embedded';
import { Database, assertMigrated, findExchangeRoleProblem, migrate } from '@salar/store';
import { checkProfile } from './check-profile.ts';
import { StartFailure } from './start-failure.ts';
import type { StartOptions } from './start-options.ts';

/**
 * Migrates the embedded PostgreSQL as its owner, and a PostgreSQL of one's own in the local profile with its only
 * login. In production the exchange has no login that could: there it checks that `npm run migrate` has run.
 *
 * @param options.database  with the login of the running exchange
 * @throws StartFailure when the database belongs to the other profile, or when in production that login could change the
 * tables, or may do less than the exchange needs
 */
export async function prepareSchema(
  options: Pick<StartOptions, 'config' | 'laptop'> & { readonly database: Database },
): Promise<void> {
  const { config, database } = options;
  if (config.databaseUrl === null || config.profile === 'local') {
    // Migrating a large table takes longer than any other statement.
    const { answerTimeoutMs: _, ...patient } = database.options;
    const login = config.databaseUrl === null ? asOwner(patient) : patient;
    const owner = new Database({ ...login, poolSize: 1 });
    try {
      await migrateAs(owner, options);
    } finally {
      await owner.close();
    }
    if (config.databaseUrl !== null) return;
  } else {
    await assertMigrated(database);
    await checkProfile(config, database);
  }
  const problem = await findExchangeRoleProblem(database);
  if (problem !== null) throw new StartFailure(`Salar does not start on this database: ${problem}.`);
}

async function migrateAs(
  owner: Database,
  { config, laptop }: Pick<StartOptions, 'config' | 'laptop'>,
): Promise<void> {
  await migrate(owner);
  await checkProfile(config, owner);
  await laptop?.migrateLaptop(owner);
}
