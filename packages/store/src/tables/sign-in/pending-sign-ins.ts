/**
 * Sign-ins between a correct password and a session: the SHA-256 of each token, its user, and how many attempts are
 * left.
 */
import { millis, userId } from '@salar/protocol';
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';

/** The missing part: a code, or the second factor itself. */
export type PendingKind = 'second_factor' | 'enrolment';

export type PendingSignIn = {
  readonly userId: UserId;
  readonly kind: PendingKind;
  readonly createdAt: Millis;
  /** The version of the password it began with. */
  readonly passwordVersion: number;
};

type Row = { user_id: number; kind: PendingKind; created_at: number; password_version: number };

/** Adds one, and removes expired ones. */
export async function insertPendingSignIn(
  on: Queryable,
  pending: {
    readonly tokenHash: Buffer;
    readonly userId: UserId;
    readonly kind: PendingKind;
    readonly passwordVersion: number;
    readonly at: Millis;
    readonly tries: number;
    /** Older ones have expired. */
    readonly since: Millis;
  },
): Promise<void> {
  await on.query('DELETE FROM pending_sign_in WHERE created_at <= $1', [pending.since]);
  await on.query(
    `INSERT INTO pending_sign_in (token_hash, user_id, kind, created_at, tries_left, password_version)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [pending.tokenHash, pending.userId, pending.kind, pending.at, pending.tries, pending.passwordVersion],
  );
}

/** Returns one that has not expired; it may have no attempts left. */
export async function findPendingSignIn(
  on: Queryable,
  tokenHash: Buffer,
  since: Millis,
): Promise<PendingSignIn | null> {
  const rows = await on.query<Row>(
    `SELECT user_id, kind, created_at, password_version FROM pending_sign_in
     WHERE token_hash = $1 AND created_at > $2`,
    [tokenHash, since],
  );
  return rows[0] ? toPendingSignIn(rows[0]) : null;
}

/** Uses one of its attempts, before the code is checked. Returns how many are left; null when there was none. */
export async function claimPendingTry(on: Queryable, tokenHash: Buffer): Promise<number | null> {
  const rows = await on.query<{ tries_left: number }>(
    `UPDATE pending_sign_in SET tries_left = tries_left - 1 WHERE token_hash = $1 AND tries_left > 0
     RETURNING tries_left`,
    [tokenHash],
  );
  return rows[0]?.tries_left ?? null;
}

/** Consumes it: returns true once. */
export async function takePendingSignIn(on: Queryable, tokenHash: Buffer): Promise<boolean> {
  const rows = await on.query('DELETE FROM pending_sign_in WHERE token_hash = $1 RETURNING kind', [
    tokenHash,
  ]);
  return rows.length === 1;
}

function toPendingSignIn(row: Row): PendingSignIn {
  return {
    userId: userId(row.user_id),
    kind: row.kind,
    createdAt: millis(row.created_at),
    passwordVersion: row.password_version,
  };
}
