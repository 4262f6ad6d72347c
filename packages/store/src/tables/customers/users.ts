/** Users: their logins, and the account of each. Only one function reads password hashes. */
import { sql } from 'kysely';
import type { AccountId, Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { countRows, prepare, run, runFirst, tables } from '../query.ts';

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
  'created_at as createdAt',
] as const;
const selectUsers = tables.selectFrom('app_user').select(columns);

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
  const inserted = await runFirst(
    on,
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
      .returning(columns),
  );
  return inserted ?? (await findTakenKey(on, user)) ?? 'user_name_taken';
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

const userById = prepare('user_by_id', ({ id }: { readonly id: UserId }) =>
  selectUsers.where('user_id', '=', id),
);

export async function findUser(on: Queryable, id: UserId): Promise<User | null> {
  const [row] = await userById(on, { id });
  return row ?? null;
}

/** Finds a user by user name, and by e-mail only when no name matches. The key is folded as `userNameKey` is. */
export async function findUserByLogin(
  on: Queryable,
  login: { readonly userNameKey: string; readonly emailKey: string },
): Promise<User | null> {
  return runFirst(
    on,
    selectUsers
      .where((eb) =>
        eb.or([eb('user_name_key', '=', login.userNameKey), eb('email_key', '=', login.emailKey)]),
      )
      .orderBy((eb) => eb('user_name_key', '=', login.userNameKey), 'desc')
      .limit(1),
  );
}

export async function readPasswordHash(on: Queryable, id: UserId): Promise<string | null> {
  const row = await runFirst(
    on,
    tables.selectFrom('app_user').select('password_hash').where('user_id', '=', id),
  );
  return row?.password_hash ?? null;
}

/** Sets a new password hash, which also resets the count of failures and the lock, unless an operator locked. */
export async function replacePassword(tx: Queryable, id: UserId, passwordHash: string): Promise<void> {
  await run(
    tx,
    tables
      .updateTable('app_user')
      .set((eb) => ({ password_hash: passwordHash, password_version: eb('password_version', '+', 1) }))
      .where('user_id', '=', id),
  );
  await openSignIn(tx, id);
}

/** Resets the count of failures and the lock. Returns false when an operator locked: only an operator can undo that. */
export async function openSignIn(tx: Queryable, id: UserId): Promise<boolean> {
  const opened = await countRows(
    tx,
    tables
      .updateTable('app_user')
      .set({ failed_attempts: 0, locked_at: null })
      .where('user_id', '=', id)
      .where('is_locked_by_operator', '=', false)
      .returning('user_id'),
  );
  return opened === 1;
}

/** Locks or unlocks sign-in as an operator; null unlocks, even after a lock by wrong passwords. */
export async function lockSignIn(tx: Queryable, id: UserId, lockedAt: Millis | null): Promise<void> {
  await run(
    tx,
    tables
      .updateTable('app_user')
      .set({ locked_at: lockedAt, is_locked_by_operator: lockedAt !== null, failed_attempts: 0 })
      .where('user_id', '=', id),
  );
}

/** Returns the user, locked against changes until the transaction ends. */
export async function findUserForChange(tx: Queryable, id: UserId): Promise<User | null> {
  return runFirst(tx, selectUsers.where('user_id', '=', id).forNoKeyUpdate());
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
  await run(
    on,
    tables
      .updateTable('app_user')
      .set({ password_hash: hashes.after })
      .where('user_id', '=', id)
      .where('password_hash', '=', hashes.before),
  );
}

export async function markEmailVerified(on: Queryable, id: UserId): Promise<void> {
  await run(on, tables.updateTable('app_user').set({ is_email_verified: true }).where('user_id', '=', id));
}

export async function markAccountOpen(on: Queryable, id: UserId): Promise<void> {
  await run(on, tables.updateTable('app_user').set({ is_account_open: true }).where('user_id', '=', id));
}

/** Returns users whose account the engine may not have yet: a crash came between the two. */
export async function listUsersWithoutAccount(on: Queryable): Promise<readonly User[]> {
  return run(on, selectUsers.where('is_account_open', '=', false).orderBy('user_id'));
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
  const row = await runFirst(
    on,
    tables
      .updateTable('app_user')
      .set((eb) => ({
        failed_attempts: eb('failed_attempts', '+', 1),
        locked_at: eb
          .case()
          .when(
            eb.and([
              eb('locked_at', 'is', null),
              eb(eb('failed_attempts', '+', 1), '>=', options.failuresMax),
            ]),
          )
          .then(sql<Millis>`${options.at}::bigint`)
          .else(eb.ref('locked_at'))
          .end(),
      }))
      .where('user_id', '=', id)
      .returning((eb) => eb('failed_attempts', '=', options.failuresMax).$castTo<boolean>().as('lockedNow')),
  );
  return { lockedNow: row?.lockedNow ?? false };
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
