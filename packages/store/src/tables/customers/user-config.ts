/** A user's own settings: short keys with short values. */
import type { UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { run, tables } from '../query.ts';

export type ConfigEntry = { readonly key: string; readonly value: string };

export async function readConfig(on: Queryable, userId: UserId): Promise<readonly ConfigEntry[]> {
  return run(
    on,
    tables.selectFrom('user_config').select(['key', 'value']).where('user_id', '=', userId).orderBy('key'),
  );
}

/**
 * Sets the given keys and keeps the others.
 *
 * @returns false, with nothing changed, when the user would have more than `keysMax` keys
 */
export async function writeConfig(
  tx: Queryable,
  userId: UserId,
  entries: readonly ConfigEntry[],
  keysMax: number,
): Promise<boolean> {
  // One writer at a time for each user, so that the count below holds.
  await run(
    tx,
    tables.selectFrom('app_user').select('user_id').where('user_id', '=', userId).forNoKeyUpdate(),
  );
  const keys = new Set((await readConfig(tx, userId)).map((entry) => entry.key));
  for (const entry of entries) keys.add(entry.key);
  if (keys.size > keysMax) return false;
  if (entries.length === 0) return true;
  await run(
    tx,
    tables
      .insertInto('user_config')
      .values(entries.map(({ key, value }) => ({ user_id: userId, key, value })))
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'key']).doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
      ),
  );
  return true;
}
