/** Codes sent by mail: only their SHA-256 is stored, and only the newest of a purpose is valid. */
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';

export type CodePurpose = 'verify_email' | 'reset_password' | 'unlock';

export async function insertCode(
  on: Queryable,
  code: {
    readonly userId: UserId;
    readonly purpose: CodePurpose;
    readonly codeHash: Buffer;
    readonly createdAt: Millis;
    readonly expiresAt: Millis;
  },
): Promise<void> {
  await on.query(
    'INSERT INTO email_code (user_id, purpose, code_hash, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)',
    [code.userId, code.purpose, code.codeHash, code.createdAt, code.expiresAt],
  );
}

export type CodeRecord = {
  readonly codeId: number;
  readonly codeHash: Buffer;
  readonly expiresAt: number;
  readonly isUsed: boolean;
};

/** Returns the newest code of a user and purpose, locked until the transaction ends so that it is used once. */
export async function lockNewestCode(
  tx: Queryable,
  userId: UserId,
  purpose: CodePurpose,
): Promise<CodeRecord | null> {
  const rows = await tx.query<{ code_id: number; code_hash: Buffer; expires_at: number; is_used: boolean }>(
    `SELECT code_id, code_hash, expires_at, used_at IS NOT NULL AS is_used FROM email_code
     WHERE user_id = $1 AND purpose = $2 ORDER BY code_id DESC LIMIT 1 FOR UPDATE`,
    [userId, purpose],
  );
  const row = rows[0];
  if (!row) return null;
  return { codeId: row.code_id, codeHash: row.code_hash, expiresAt: row.expires_at, isUsed: row.is_used };
}

export async function markCodeUsed(tx: Queryable, codeId: number, at: Millis): Promise<void> {
  await tx.query('UPDATE email_code SET used_at = $2 WHERE code_id = $1', [codeId, at]);
}

/** Counts the codes of a purpose that a user was sent since a time. */
export async function countCodesSince(
  on: Queryable,
  userId: UserId,
  purpose: CodePurpose,
  since: Millis,
): Promise<number> {
  const rows = await on.query<{ count: number }>(
    'SELECT count(*) AS count FROM email_code WHERE user_id = $1 AND purpose = $2 AND created_at >= $3',
    [userId, purpose, since],
  );
  return rows[0]?.count ?? 0;
}
