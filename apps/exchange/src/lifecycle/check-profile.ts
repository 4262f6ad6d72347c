/** Compares the profile of the settings with that of the database, which the first start writes. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '@salar/store';
import { findProfile, hasCustomers, hasLaptopTables, insertProfile } from '@salar/store/tables/installation';
import type { Profile } from '@salar/store/tables/installation';
import type { Config } from '../settings/config.ts';
import { StartFailure } from './start-failure.ts';

/**
 * Writes the profile at the first start. Call it before the local profile's own tables are created.
 *
 * @throws StartFailure when the database belongs to the other profile: the local one would give demo money to customers, and
 * production would owe what a laptop has given away
 */
export async function checkProfile(
  { profile, dataDir }: Pick<Config, 'profile' | 'dataDir'>,
  database: Database,
): Promise<void> {
  if ((await findProfile(database)) === null)
    await insertProfile(database, (await inferProfile(dataDir, database)) ?? profile, Date.now());
  const found = await findProfile(database);
  if (found === profile) return;
  throw new StartFailure(
    profile === 'local'
      ? 'This database belongs to an exchange in production, and SALAR_PROFILE is local: demo money would be credited in it. Set SALAR_PROFILE=production and the other settings of production.'
      : 'This database belongs to the local profile, and SALAR_PROFILE is production: its customers have money that nobody deposited. Begin production with a database and a SALAR_DATA_DIR of its own.',
  );
}

/** Infers the profile of a database from before it was written; null when there is no customer in it yet. */
async function inferProfile(dataDir: string, database: Database): Promise<Profile | null> {
  if (!(await hasCustomers(database))) return null;
  // Only the local profile stores the pepper in its data directory.
  const isLaptop = existsSync(join(dataDir, 'keys', 'password-pepper.key'));
  return isLaptop || (await hasLaptopTables(database)) ? 'local' : 'production';
}
