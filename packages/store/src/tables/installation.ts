/** The profile that a database belongs to. */
import { sql } from 'kysely';
import type { Queryable } from '../database.ts';
import { run, runFirst, tables } from './query.ts';

export type Profile = 'local' | 'production';

/** Finds the profile; null before the first start of a version that writes it. */
export async function findProfile(on: Queryable): Promise<Profile | null> {
  const row = await runFirst(on, tables.selectFrom('installation').select('profile'));
  return row?.profile ?? null;
}

/** Writes the profile; the first of two writers wins. */
export async function insertProfile(on: Queryable, profile: Profile, at: number): Promise<void> {
  await run(
    on,
    tables
      .insertInto('installation')
      .values({ profile, created_at: at })
      .onConflict((conflict) => conflict.doNothing()),
  );
}

/** Returns true when there are customers. */
export async function hasCustomers(on: Queryable): Promise<boolean> {
  return (await runFirst(on, tables.selectFrom('app_user').select('user_id').limit(1))) !== null;
}

/** Returns true when the database has the tables of the local profile. */
export async function hasLaptopTables(on: Queryable): Promise<boolean> {
  const [row] = await run(on, sql<{ found: boolean }>`select to_regclass('local_mail') is not null as found`);
  return row?.found === true;
}
