/**
 * Users: their logins, and the account of each. Each row has a MAC, which the caller computes and checks; what decides
 * anything is read as a `UserRow` for that.
 */
import { sql } from 'kysely';
import type { AccountId, Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { prepare, run, runFirst, tables } from '../query.ts';

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
  /** Since when passwords from unknown devices are refused, or, with an operator's lock, everything is; null for never. */
  readonly lockedAt: Millis | null;
  /** A lock that only an operator opens, and that ends sessions and keys. */
  readonly isLockedByOperator: boolean;
  /** The owner froze the account, which ends sessions and keys until a password reset. */
  readonly isFrozen: boolean;
  /** How often the account was frozen and opened again. */
  readonly freezeCount: number;
  /** Incremented with every new password. */
  readonly passwordVersion: number;
  /** Incremented with every change of the second factor. */
  readonly factorVersion: number;
  readonly createdAt: Millis;
};

/** A user with everything that the row's MAC covers. */
export type UserRow = User & {
  /** The name folded for comparison; unique. */
  readonly userNameKey: string;
  /** The address folded for comparison; unique. */
  readonly emailKey: string;
  readonly passwordHash: string;
  /** When the customer last got another password by mail, another second factor or another passkey; null for never. */
  readonly credentialsChangedAt: Millis | null;
  /** Null in a row that was never proved. */
  readonly mac: Buffer | null;
};

/** A change of a row, which is written together with the MAC of the changed row. */
export type UserChange = Partial<
  Pick<
    UserRow,
    | 'accountType'
    | 'isEmailVerified'
    | 'passwordHash'
    | 'passwordVersion'
    | 'factorVersion'
    | 'failedAttempts'
    | 'lockedAt'
    | 'isLockedByOperator'
    | 'isFrozen'
    | 'freezeCount'
    | 'credentialsChangedAt'
  >
>;

export type NewUser = Pick<
  UserRow,
  'userName' | 'userNameKey' | 'email' | 'emailKey' | 'passwordHash' | 'createdAt'
>;

const columns = [
  'user_id as userId',
  'account_id as accountId',
  'user_name as userName',
  'email',
  'account_type as accountType',
  'is_email_verified as isEmailVerified',
  'is_account_open as isAccountOpen',
  'failed_attempts as failedAttempts',
  'locked_at as lockedAt',
  'password_version as passwordVersion',
  'factor_version as factorVersion',
  'created_at as createdAt',
] as const;
const rowColumns = [
  ...columns,
  'user_name_key as userNameKey',
  'email_key as emailKey',
  'password_hash as passwordHash',
  'is_locked_by_operator as isLockedByOperator',
  'is_frozen as isFrozen',
  'freeze_count as freezeCount',
  'credentials_changed_at as credentialsChangedAt',
  'mac',
] as const;
const selectRows = tables.selectFrom('app_user').select(rowColumns);

/**
 * Adds a user and reserves the account id.
 *
 * @param computeMac  computes the MAC of the added row
 * @returns the user, or which of the two unique keys is taken already
 */
export async function insertUser(
  tx: Queryable,
  user: NewUser,
  computeMac: (row: UserRow) => Buffer,
): Promise<UserRow | 'user_name_taken' | 'email_taken'> {
  const inserted = await runFirst(
    tx,
    tables
      .insertInto('app_user')
      .values({
        user_name: user.userName,
        user_name_key: user.userNameKey,
        email: user.email,
        email_key: user.emailKey,
        password_hash: user.passwordHash,
        created_at: user.createdAt,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning(rowColumns),
  );
  if (inserted === null) return (await findTakenKey(tx, user)) ?? 'user_name_taken';
  const mac = computeMac(inserted);
  await changeUser(tx, inserted.userId, {}, mac);
  return { ...inserted, mac };
}

/** Returns which of the two unique keys is taken, the name first; null when neither is. */
export async function findTakenKey(
  on: Queryable,
  keys: { readonly userNameKey: string; readonly emailKey: string },
): Promise<'user_name_taken' | 'email_taken' | null> {
  const row = await runFirst(
    on,
    tables.selectNoFrom((eb) => [
      eb
        .exists(eb.selectFrom('app_user').select('user_id').where('user_name_key', '=', keys.userNameKey))
        .as('name'),
      eb
        .exists(eb.selectFrom('app_user').select('user_id').where('email_key', '=', keys.emailKey))
        .as('email'),
    ]),
  );
  if (row?.name === true) return 'user_name_taken';
  return row?.email === true ? 'email_taken' : null;
}

const userRowById = prepare('user_row_by_id', ({ id }: { readonly id: UserId }) =>
  selectRows.where('user_id', '=', id),
);

export async function findUserRow(on: Queryable, id: UserId): Promise<UserRow | null> {
  const [row] = await userRowById(on, { id });
  return row ?? null;
}

export async function findUserIdByAccount(on: Queryable, id: AccountId): Promise<UserId | null> {
  const query = tables.selectFrom('app_user').select('user_id as userId').where('account_id', '=', id);
  return (await runFirst(on, query))?.userId ?? null;
}

export async function findUserRowByAccount(on: Queryable, id: AccountId): Promise<UserRow | null> {
  return runFirst(on, selectRows.where('account_id', '=', id));
}

/** Finds a user by user name, and by e-mail only when no name matches. The key is folded as `userNameKey` is. */
export async function findUserRowByLogin(
  on: Queryable,
  login: { readonly userNameKey: string; readonly emailKey: string },
): Promise<UserRow | null> {
  return runFirst(
    on,
    selectRows
      .where((eb) =>
        eb.or([eb('user_name_key', '=', login.userNameKey), eb('email_key', '=', login.emailKey)]),
      )
      .orderBy((eb) => eb('user_name_key', '=', login.userNameKey), 'desc')
      .limit(1),
  );
}

/** Returns the user, locked against changes until the transaction ends. */
export async function lockUserRow(tx: Queryable, id: UserId): Promise<UserRow | null> {
  return runFirst(tx, selectRows.where('user_id', '=', id).forNoKeyUpdate());
}

/** Changes a row. @param mac  the MAC of the row after the change */
export async function changeUser(tx: Queryable, id: UserId, change: UserChange, mac: Buffer): Promise<void> {
  const { accountType, isEmailVerified, passwordHash, passwordVersion, factorVersion } = change;
  const { failedAttempts, lockedAt, isLockedByOperator, credentialsChangedAt } = change;
  const { isFrozen, freezeCount } = change;
  await run(
    tx,
    tables
      .updateTable('app_user')
      .set({
        mac,
        ...(accountType !== undefined && { account_type: accountType }),
        ...(isEmailVerified !== undefined && { is_email_verified: isEmailVerified }),
        ...(passwordHash !== undefined && { password_hash: passwordHash }),
        ...(passwordVersion !== undefined && { password_version: passwordVersion }),
        ...(factorVersion !== undefined && { factor_version: factorVersion }),
        ...(failedAttempts !== undefined && { failed_attempts: failedAttempts }),
        ...(lockedAt !== undefined && { locked_at: lockedAt }),
        ...(isLockedByOperator !== undefined && { is_locked_by_operator: isLockedByOperator }),
        ...(isFrozen !== undefined && { is_frozen: isFrozen }),
        ...(freezeCount !== undefined && { freeze_count: freezeCount }),
        ...(credentialsChangedAt !== undefined && { credentials_changed_at: credentialsChangedAt }),
      })
      .where('user_id', '=', id),
  );
}

/** Returns true when a row has a MAC. */
export async function hasUserMacs(on: Queryable): Promise<boolean> {
  const query = tables.selectFrom('app_user').select('user_id').where('mac', 'is not', null).limit(1);
  return (await runFirst(on, query)) !== null;
}

/** Returns users whose rows have no MAC yet, in the order of their ids. */
export async function listUnprovedUsers(on: Queryable, limit: number): Promise<readonly UserRow[]> {
  return run(on, selectRows.where('mac', 'is', null).orderBy('user_id').limit(limit));
}

/** Writes the MACs of many rows. */
export async function writeUserMacs(
  on: Queryable,
  rows: readonly { readonly userId: UserId; readonly mac: Buffer }[],
): Promise<void> {
  const ids = rows.map(({ userId }) => userId);
  const macs = rows.map(({ mac }) => mac);
  await run(
    on,
    sql`update app_user set mac = given.mac
      from unnest(${ids}::bigint[], ${macs}::bytea[]) as given(user_id, mac)
      where app_user.user_id = given.user_id`,
  );
}

export async function markAccountOpen(on: Queryable, id: UserId): Promise<void> {
  await run(on, tables.updateTable('app_user').set({ is_account_open: true }).where('user_id', '=', id));
}

/** Returns the ids of verified users whose account the engine may not have yet: a crash came between the two. */
export async function listUsersWithoutAccount(on: Queryable): Promise<readonly UserId[]> {
  const rows = await run(
    on,
    tables
      .selectFrom('app_user')
      .select('user_id as userId')
      .where('is_account_open', '=', sql.lit(false))
      .where('is_email_verified', '=', sql.lit(true))
      .orderBy('user_id'),
  );
  return rows.map(({ userId }) => userId);
}

/** Deletes users who did not verify their address within thirty days. */
export async function deleteUnverifiedUsers(on: Queryable): Promise<void> {
  await run(on, sql`select delete_unverified_users()`);
}

/** Counts one failed sign-in. Returns how many there were since the last right password. */
export async function countFailedAttempt(tx: Queryable, id: UserId): Promise<number> {
  const row = await runFirst(
    tx,
    tables
      .updateTable('app_user')
      .set((eb) => ({ failed_attempts: eb('failed_attempts', '+', 1) }))
      .where('user_id', '=', id)
      .returning('failed_attempts as failedAttempts'),
  );
  return row?.failedAttempts ?? 0;
}

export async function clearFailedAttempts(on: Queryable, id: UserId): Promise<void> {
  await run(
    on,
    tables
      .updateTable('app_user')
      .set({ failed_attempts: 0 })
      .where('user_id', '=', id)
      .where('failed_attempts', '>', 0),
  );
}
