/** A user's own settings: short keys with short values. */
import type { UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';

export type ConfigEntry = { readonly key: string; readonly value: string };

export async function readConfig(on: Queryable, userId: UserId): Promise<readonly ConfigEntry[]> {
  return on.query<ConfigEntry>('SELECT key, value FROM user_config WHERE user_id = $1 ORDER BY key', [
    userId,
  ]);
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
  await tx.query('SELECT 1 FROM app_user WHERE user_id = $1 FOR NO KEY UPDATE', [userId]);
  const keys = new Set((await readConfig(tx, userId)).map((entry) => entry.key));
  for (const entry of entries) keys.add(entry.key);
  if (keys.size > keysMax) return false;
  await tx.query(
    `INSERT INTO user_config (user_id, key, value) SELECT $1, * FROM unnest($2::text[], $3::text[])
     ON CONFLICT (user_id, key) DO UPDATE SET value = excluded.value`,
    [userId, entries.map((entry) => entry.key), entries.map((entry) => entry.value)],
  );
  return true;
}
