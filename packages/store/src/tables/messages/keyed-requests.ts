/** Idempotent requests, by their client's key. One key of a customer and an operation is one request. */
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';

export type KeyedRequestName = {
  readonly userId: UserId;
  readonly operation: string;
  readonly key: string;
};
export type KeyedRequestRow = {
  readonly bodyMac: Buffer;
  /** Null while it runs, and when it was interrupted. */
  readonly sealedAnswer: Buffer | null;
};

/**
 * Records a request before it runs.
 * @returns null, or the record under this key from before
 */
export async function claimKeyedRequest(
  db: Queryable,
  claim: KeyedRequestName & { readonly bodyMac: Buffer; readonly expiresAt: Millis | null },
): Promise<KeyedRequestRow | null> {
  const { userId, operation, key, bodyMac, expiresAt } = claim;
  const claimed = await db.query(
    `INSERT INTO keyed_request (user_id, operation, key, body_mac, expires_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [userId, operation, key, bodyMac, expiresAt],
    'claim_keyed_request',
  );
  if (claimed.length === 1) return null;
  const rows = await db.query<KeyedRequestRow>(
    `SELECT body_mac AS "bodyMac", sealed_answer AS "sealedAnswer" FROM keyed_request
     WHERE user_id = $1 AND operation = $2 AND key = $3`,
    [userId, operation, key],
  );
  return rows[0] ?? claimKeyedRequest(db, claim); // it expired in between
}

/** Stores the first answer; a later one changes nothing. */
export async function storeKeyedAnswer(
  on: Queryable,
  { userId, operation, key }: KeyedRequestName,
  sealedAnswer: Buffer,
): Promise<void> {
  await on.query(
    `UPDATE keyed_request SET sealed_answer = $4
     WHERE user_id = $1 AND operation = $2 AND key = $3 AND sealed_answer IS NULL`,
    [userId, operation, key, sealedAnswer],
    'keep_keyed_answer',
  );
}

/** Releases a key whose request had no effect. */
export async function releaseKeyedRequest(
  db: Queryable,
  { userId, operation, key }: KeyedRequestName,
): Promise<void> {
  await db.query(
    `DELETE FROM keyed_request
     WHERE user_id = $1 AND operation = $2 AND key = $3 AND sealed_answer IS NULL`,
    [userId, operation, key],
  );
}

export async function deleteExpiredKeyedRequests(db: Queryable, now: Millis): Promise<void> {
  await db.query('DELETE FROM keyed_request WHERE expires_at < $1', [now]);
}
