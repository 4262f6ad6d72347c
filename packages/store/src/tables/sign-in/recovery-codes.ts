/** Recovery codes: only a keyed hash of each is stored; a used one is kept and flagged. */
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';

/** Replaces all former codes with new ones. */
export async function replaceRecoveryCodes(
  tx: Queryable,
  userId: UserId,
  macs: readonly Buffer[],
): Promise<void> {
  await deleteRecoveryCodes(tx, userId);
  await tx.query('INSERT INTO recovery_code (user_id, code_mac) SELECT $1, unnest($2::bytea[])', [
    userId,
    macs,
  ]);
}

export async function deleteRecoveryCodes(tx: Queryable, userId: UserId): Promise<void> {
  await tx.query('DELETE FROM recovery_code WHERE user_id = $1', [userId]);
}

/** Consumes a code; returns false when there is no such unused code. */
export async function useRecoveryCode(
  on: Queryable,
  { userId, mac, at }: { readonly userId: UserId; readonly mac: Buffer; readonly at: Millis },
): Promise<boolean> {
  const rows = await on.query(
    `UPDATE recovery_code SET used_at = $3 WHERE user_id = $1 AND code_mac = $2 AND used_at IS NULL
     RETURNING user_id`,
    [userId, mac, at],
  );
  return rows.length === 1;
}

export async function countRecoveryCodesLeft(on: Queryable, userId: UserId): Promise<number> {
  const rows = await on.query<{ count: number }>(
    'SELECT count(*) AS count FROM recovery_code WHERE user_id = $1 AND used_at IS NULL',
    [userId],
  );
  return rows[0]?.count ?? 0;
}
