/** Operators: their names, roles, and the hash of each one's secret. */
import { userId } from '@salar/protocol';
import type { UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';

export type OperatorRow = {
  readonly name: string;
  readonly role: string;
  /** SHA-256 of the secret. */
  readonly secretHash: Buffer;
  /** The operator's own customer account; null when none is registered. */
  readonly userId: UserId | null;
  readonly failedAttempts: number;
  readonly lockedUntil: number | null;
  readonly createdAt: number;
  readonly removedAt: number | null;
};

type RawRow = Omit<OperatorRow, 'userId'> & { readonly userId: number | null };

const columns = `name, role, secret_hash AS "secretHash", user_id AS "userId", failed_attempts AS "failedAttempts",
  locked_until AS "lockedUntil", created_at AS "createdAt", removed_at AS "removedAt"`;

/** Adds an operator; returns false when the name was ever used. */
export async function insertOperator(
  db: Queryable,
  operator: Pick<OperatorRow, 'name' | 'role' | 'secretHash' | 'userId' | 'createdAt'>,
): Promise<boolean> {
  const rows = await db.query(
    `INSERT INTO operator (name, role, secret_hash, user_id, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (name) DO NOTHING RETURNING name`,
    [operator.name, operator.role, operator.secretHash, operator.userId, operator.createdAt],
  );
  return rows.length === 1;
}

/** Returns an operator by name, removed or not. */
export async function findOperator(db: Queryable, name: string): Promise<OperatorRow | null> {
  const rows = await db.query<RawRow>(`SELECT ${columns} FROM operator WHERE name = $1`, [name]);
  return rows[0] ? toOperator(rows[0]) : null;
}

/** Returns all operators, removed ones included, by name. */
export async function listOperators(db: Queryable): Promise<readonly OperatorRow[]> {
  return (await db.query<RawRow>(`SELECT ${columns} FROM operator ORDER BY name`)).map(toOperator);
}

/** Ends an operator's access; returns false when there is no such operator now. */
export async function removeOperator(db: Queryable, name: string, at: number): Promise<boolean> {
  const rows = await db.query(
    'UPDATE operator SET removed_at = $2 WHERE name = $1 AND removed_at IS NULL RETURNING name',
    [name, at],
  );
  return rows.length === 1;
}

/** Sets a new secret, which also ends a lock; returns false when there is no such operator now. */
export async function replaceOperatorSecret(
  db: Queryable,
  name: string,
  secretHash: Buffer,
): Promise<boolean> {
  const rows = await db.query(
    `UPDATE operator SET secret_hash = $2, failed_attempts = 0, locked_until = NULL
     WHERE name = $1 AND removed_at IS NULL RETURNING name`,
    [name, secretHash],
  );
  return rows.length === 1;
}

/**
 * Counts a wrong secret and locks the operator when it was the last allowed one.
 * @returns whether it locked now
 */
export async function countOperatorFailure(
  db: Queryable,
  name: string,
  lock: { readonly failuresMax: number; readonly until: number },
): Promise<boolean> {
  const rows = await db.query<{ isLocked: boolean }>(
    `UPDATE operator SET
       locked_until = CASE WHEN failed_attempts + 1 >= $2 THEN $3::bigint ELSE NULL END,
       failed_attempts = CASE WHEN failed_attempts + 1 >= $2 THEN 0 ELSE failed_attempts + 1 END
     WHERE name = $1 RETURNING locked_until IS NOT NULL AS "isLocked"`,
    [name, lock.failuresMax, lock.until],
  );
  return rows[0]?.isLocked ?? false;
}

export async function clearOperatorFailures(db: Queryable, name: string): Promise<void> {
  await db.query(
    'UPDATE operator SET failed_attempts = 0, locked_until = NULL WHERE name = $1 AND failed_attempts > 0',
    [name],
  );
}

function toOperator(row: RawRow): OperatorRow {
  return { ...row, userId: row.userId === null ? null : userId(row.userId) };
}
