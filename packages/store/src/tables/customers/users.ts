/** Users: their logins, and the account of each. Only one function reads password hashes. */
import { accountId, millis, userId } from '@salar/protocol';
import type { AccountId, Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';

type AccountType = 'Natural person' | 'Legal entity';

export type User = {
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly userName: string;
  readonly email: string;
  readonly accountType: AccountType;
  readonly isEmailVerified: boolean;
  /** True once the engine has the account. */
  readonly isAccountOpen: boolean;
  readonly failedAttempts: number;
  readonly lockedAt: Millis | null;
  /** Incremented with every new password. */
  readonly passwordVersion: number;
  readonly createdAt: Millis;
};

type UserRow = {
  user_id: number;
  account_id: number;
  user_name: string;
  email: string;
  account_type: AccountType;
  is_email_verified: boolean;
  is_account_open: boolean;
  failed_attempts: number;
  locked_at: number | null;
  password_version: number;
  created_at: number;
};
const columns =
  'user_id, account_id, user_name, email, account_type, is_email_verified, is_account_open, failed_attempts, locked_at, password_version, created_at';

export type NewUser = {
  readonly userName: string;
  /** The name folded for comparison; unique. */
  readonly userNameKey: string;
  readonly email: string;
  /** The address folded for comparison; unique. */
  readonly emailKey: string;
  readonly passwordHash: string;
  readonly createdAt: Millis;
};

/**
 * Adds a user and reserves the account id.
 *
 * @returns the user, or which of the two unique keys is taken already
 */
export async function insertUser(
  on: Queryable,
  user: NewUser,
): Promise<User | 'user_name_taken' | 'email_taken'> {
  const rows = await on.query<UserRow>(
    `INSERT INTO app_user (user_name, user_name_key, email, email_key, password_hash, created_at)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING ${columns}`,
    [user.userName, user.userNameKey, user.email, user.emailKey, user.passwordHash, user.createdAt],
  );
  if (rows[0]) return toUser(rows[0]);
  return (await findTakenKey(on, user)) ?? 'user_name_taken';
}

/** Returns which of the two unique keys is taken, the name first; null when neither is. */
export async function findTakenKey(
  on: Queryable,
  keys: { readonly userNameKey: string; readonly emailKey: string },
): Promise<'user_name_taken' | 'email_taken' | null> {
  const rows = await on.query<{ name: boolean; email: boolean }>(
    `SELECT EXISTS (SELECT FROM app_user WHERE user_name_key = $1) AS name,
            EXISTS (SELECT FROM app_user WHERE email_key = $2) AS email`,
    [keys.userNameKey, keys.emailKey],
  );
  if (rows[0]?.name === true) return 'user_name_taken';
  return rows[0]?.email === true ? 'email_taken' : null;
}

export async function findUser(on: Queryable, id: UserId): Promise<User | null> {
  const rows = await on.query<UserRow>(
    `SELECT ${columns} FROM app_user WHERE user_id = $1`,
    [id],
    'user_by_id',
  );
  return rows[0] ? toUser(rows[0]) : null;
}

/** Finds a user by user name, and by e-mail only when no name matches. The key is folded as `userNameKey` is. */
export async function findUserByLogin(
  on: Queryable,
  login: { readonly userNameKey: string; readonly emailKey: string },
): Promise<User | null> {
  const rows = await on.query<UserRow>(
    `SELECT ${columns} FROM app_user WHERE user_name_key = $1 OR email_key = $2 ORDER BY user_name_key = $1 DESC LIMIT 1`,
    [login.userNameKey, login.emailKey],
  );
  return rows[0] ? toUser(rows[0]) : null;
}

export async function readPasswordHash(on: Queryable, id: UserId): Promise<string | null> {
  const rows = await on.query<{ password_hash: string }>(
    'SELECT password_hash FROM app_user WHERE user_id = $1',
    [id],
  );
  return rows[0]?.password_hash ?? null;
}

/** Sets a new password hash, which also resets the count of failures and the lock, unless an operator locked. */
export async function replacePassword(tx: Queryable, id: UserId, passwordHash: string): Promise<void> {
  await tx.query(
    'UPDATE app_user SET password_hash = $2, password_version = password_version + 1 WHERE user_id = $1',
    [id, passwordHash],
  );
  await openSignIn(tx, id);
}

/** Resets the count of failures and the lock. Returns false when an operator locked: only an operator can undo that. */
export async function openSignIn(tx: Queryable, id: UserId): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE app_user SET failed_attempts = 0, locked_at = NULL
     WHERE user_id = $1 AND NOT is_locked_by_operator RETURNING user_id`,
    [id],
  );
  return rows.length === 1;
}

/** Locks or unlocks sign-in as an operator; null unlocks, even after a lock by wrong passwords. */
export async function lockSignIn(tx: Queryable, id: UserId, lockedAt: Millis | null): Promise<void> {
  await tx.query(
    `UPDATE app_user SET locked_at = $2, is_locked_by_operator = $2::bigint IS NOT NULL, failed_attempts = 0
     WHERE user_id = $1`,
    [id, lockedAt],
  );
}

/** Returns the user, locked against changes until the transaction ends. */
export async function findUserForChange(tx: Queryable, id: UserId): Promise<User | null> {
  const rows = await tx.query<UserRow>(
    `SELECT ${columns} FROM app_user WHERE user_id = $1 FOR NO KEY UPDATE`,
    [id],
  );
  return rows[0] ? toUser(rows[0]) : null;
}

/**
 * Stores the same password under newer hash parameters, unless the password was changed meanwhile; changes nothing
 * else.
 */
export async function rehashPassword(
  on: Queryable,
  id: UserId,
  hashes: { readonly before: string; readonly after: string },
): Promise<void> {
  await on.query('UPDATE app_user SET password_hash = $3 WHERE user_id = $1 AND password_hash = $2', [
    id,
    hashes.before,
    hashes.after,
  ]);
}

export async function markEmailVerified(on: Queryable, id: UserId): Promise<void> {
  await on.query('UPDATE app_user SET is_email_verified = true WHERE user_id = $1', [id]);
}

export async function markAccountOpen(on: Queryable, id: UserId): Promise<void> {
  await on.query('UPDATE app_user SET is_account_open = true WHERE user_id = $1', [id]);
}

/** Returns users whose account the engine may not have yet: a crash came between the two. */
export async function listUsersWithoutAccount(on: Queryable): Promise<readonly User[]> {
  const rows = await on.query<UserRow>(
    `SELECT ${columns} FROM app_user WHERE NOT is_account_open ORDER BY user_id`,
  );
  return rows.map(toUser);
}

/**
 * Counts one failed sign-in; the user is locked when the count reaches `failuresMax`. Returns whether this one
 * locked.
 */
export async function countFailedAttempt(
  on: Queryable,
  id: UserId,
  options: { readonly failuresMax: number; readonly at: Millis },
): Promise<{ lockedNow: boolean }> {
  const rows = await on.query<{ locked_now: boolean }>(
    `UPDATE app_user SET failed_attempts = failed_attempts + 1,
       locked_at = CASE WHEN locked_at IS NULL AND failed_attempts + 1 >= $2 THEN $3 ELSE locked_at END
     WHERE user_id = $1 RETURNING failed_attempts = $2 AS locked_now`,
    [id, options.failuresMax, options.at],
  );
  return { lockedNow: rows[0]?.locked_now ?? false };
}

export async function clearFailedAttempts(on: Queryable, id: UserId): Promise<void> {
  await on.query('UPDATE app_user SET failed_attempts = 0 WHERE user_id = $1 AND failed_attempts > 0', [id]);
}

function toUser(row: UserRow): User {
  return {
    userId: userId(row.user_id),
    accountId: accountId(row.account_id),
    userName: row.user_name,
    email: row.email,
    accountType: row.account_type,
    isEmailVerified: row.is_email_verified,
    isAccountOpen: row.is_account_open,
    failedAttempts: row.failed_attempts,
    lockedAt: row.locked_at === null ? null : millis(row.locked_at),
    passwordVersion: row.password_version,
    createdAt: millis(row.created_at),
  };
}
