/**
 * Second factors: the sealed secret, which codes were used, and how many were wrong. Each deciding change is one
 * UPDATE.
 */
import { millis } from '@salar/protocol';
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';

/** A code is valid once in each scope. */
export type CodeScope = 'account' | 'withdrawal';

export type SecondFactorRow = {
  /** Sealed; null while it is off and not being switched on. */
  readonly secret: Buffer | null;
  /** When the secret was created. */
  readonly madeAt: Millis | null;
  /** Null while it protects nothing. */
  readonly enabledAt: Millis | null;
  readonly offRequestedBy: string | null;
  readonly offRequestedAt: Millis | null;
  readonly resetDueAt: Millis | null;
};

type Row = {
  secret: Buffer | null;
  made_at: number | null;
  enabled_at: number | null;
  off_requested_by: string | null;
  off_requested_at: number | null;
  reset_due_at: number | null;
};

export async function findSecondFactor(on: Queryable, userId: UserId): Promise<SecondFactorRow | null> {
  const rows = await on.query<Row>(
    `SELECT secret, made_at, enabled_at, off_asked_by AS off_requested_by, off_asked_at AS off_requested_at, reset_due_at
     FROM second_factor
     WHERE user_id = $1`,
    [userId],
    'second_factor_of',
  );
  const row = rows[0];
  if (!row) return null;
  const at = (time: number | null) => (time === null ? null : millis(time));
  return {
    secret: row.secret,
    madeAt: at(row.made_at),
    enabledAt: at(row.enabled_at),
    offRequestedBy: row.off_requested_by,
    offRequestedAt: at(row.off_requested_at),
    resetDueAt: at(row.reset_due_at),
  };
}

/** Stores a secret that is not confirmed yet, replacing an earlier one. Returns false when the factor is on. */
export async function storePendingSecret(
  on: Queryable,
  { userId, secret, at }: { readonly userId: UserId; readonly secret: Buffer; readonly at: Millis },
): Promise<boolean> {
  const rows = await on.query(
    `INSERT INTO second_factor (user_id, secret, made_at) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) DO UPDATE
       SET secret = $2, made_at = $3, account_step = 0, withdrawal_step = 0
       WHERE second_factor.enabled_at IS NULL
     RETURNING user_id`,
    [userId, secret, at],
  );
  return rows.length === 1;
}

/**
 * Switches on the very secret that was confirmed. Returns false when it is on already, or another secret replaced it.
 */
export async function switchOnSecondFactor(
  tx: Queryable,
  { userId, secret, at }: { readonly userId: UserId; readonly secret: Buffer; readonly at: Millis },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE second_factor SET enabled_at = $3 WHERE user_id = $1 AND secret = $2 AND enabled_at IS NULL
     RETURNING user_id`,
    [userId, secret, at],
  );
  return rows.length === 1;
}

/** Deletes the secret and every pending request about it. Returns false when it is off already. */
export async function switchOffSecondFactor(tx: Queryable, userId: UserId): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE second_factor SET secret = NULL, made_at = NULL, enabled_at = NULL, off_asked_by = NULL,
       off_asked_at = NULL, reset_due_at = NULL
     WHERE user_id = $1 AND enabled_at IS NOT NULL RETURNING user_id`,
    [userId],
  );
  return rows.length === 1;
}

/** Records which session requests to switch it off. Returns false when it is off. */
export async function requestSecondFactorOff(
  on: Queryable,
  { userId, sessionId, at }: { readonly userId: UserId; readonly sessionId: string; readonly at: Millis },
): Promise<boolean> {
  const rows = await on.query(
    `UPDATE second_factor SET off_asked_by = $2, off_asked_at = $3 WHERE user_id = $1 AND enabled_at IS NOT NULL
     RETURNING user_id`,
    [userId, sessionId, at],
  );
  return rows.length === 1;
}

/** Uses a time step: returns false when a code of it, or of a later one, was used in this scope before. */
export async function claimStep(
  on: Queryable,
  { userId, scope, step }: { readonly userId: UserId; readonly scope: CodeScope; readonly step: number },
): Promise<boolean> {
  const column = scope === 'account' ? 'account_step' : 'withdrawal_step';
  const rows = await on.query(
    `UPDATE second_factor SET ${column} = $2 WHERE user_id = $1 AND ${column} < $2 RETURNING user_id`,
    [userId, step],
  );
  return rows.length === 1;
}

/** Uses one of the day's attempts, before the code is checked. Returns false when none is left. */
export async function claimTry(
  on: Queryable,
  options: {
    readonly userId: UserId;
    readonly at: Millis;
    readonly since: Millis;
    readonly triesMax: number;
  },
): Promise<boolean> {
  const rows = await on.query(
    `UPDATE second_factor SET tried_at = array(SELECT t FROM unnest(tried_at) t WHERE t > $3) || $2::bigint
     WHERE user_id = $1 AND (SELECT count(*) FROM unnest(tried_at) t WHERE t > $3) < $4 RETURNING user_id`,
    [options.userId, options.at, options.since, options.triesMax],
  );
  return rows.length === 1;
}

/** Gives back the attempt of a correct code. */
export async function giveTryBack(on: Queryable, userId: UserId, at: Millis): Promise<void> {
  await on.query(
    `UPDATE second_factor SET tried_at = tried_at[:array_position(tried_at, $2::bigint) - 1]
       || tried_at[array_position(tried_at, $2::bigint) + 1:]
     WHERE user_id = $1 AND $2 = ANY(tried_at)`,
    [userId, at],
  );
}

/** Schedules the removal of a factor that was lost. Returns false when it is off, or a removal is scheduled already. */
export async function planReset(on: Queryable, userId: UserId, dueAt: Millis): Promise<boolean> {
  const rows = await on.query(
    `UPDATE second_factor SET reset_due_at = $2
     WHERE user_id = $1 AND enabled_at IS NOT NULL AND reset_due_at IS NULL RETURNING user_id`,
    [userId, dueAt],
  );
  return rows.length === 1;
}

/** Returns false when none was scheduled. */
export async function cancelReset(on: Queryable, userId: UserId): Promise<boolean> {
  const rows = await on.query(
    `UPDATE second_factor SET reset_due_at = NULL WHERE user_id = $1 AND reset_due_at IS NOT NULL
     RETURNING user_id`,
    [userId],
  );
  return rows.length === 1;
}

/** Locks the row when its reset is due; returns false when it is not. */
export async function isResetDue(tx: Queryable, userId: UserId, at: Millis): Promise<boolean> {
  const rows = await tx.query(
    'SELECT user_id FROM second_factor WHERE user_id = $1 AND reset_due_at <= $2 FOR UPDATE',
    [userId, at],
  );
  return rows.length === 1;
}
