/**
 * Reads and changes users. Every row is proved by a MAC: one that was written into the database by somebody else does not
 * exist for the exchange, so its customer gets the same answers as an unknown one.
 *
 * Two columns are not covered. The count of failures only delays, and whether the account is open is decided by the engine.
 */
import { assert } from '@salar/protocol';
import type { AccountId, Millis, UserId } from '@salar/protocol';
import type { Queryable } from '@salar/store';
import {
  changeUser,
  findUserRow,
  findUserRowByAccount,
  findUserRowByLogin,
  hasUserMacs,
  insertUser,
  listUnprovedUsers,
  lockUserRow,
  writeUserMacs,
} from '@salar/store/tables/customers/users';
import type { NewUser, User, UserChange, UserRow } from '@salar/store/tables/customers/users';
import { isClosed } from './closed-accounts.ts';
import type { ProvedTable } from '../crypto/first-proofs.ts';
import type { RowMacs } from '../crypto/row-macs.ts';

/** A login, folded as `userNameKey` and `emailKey` are. */
export type LoginKeys = Pick<UserRow, 'userNameKey' | 'emailKey'>;

const table = 'app_user';
/** Rows that get their MACs in one statement. */
const batchSize = 1000;

export class UserRecords implements ProvedTable {
  readonly name = table;
  readonly #macs: RowMacs;

  constructor(macs: RowMacs) {
    this.#macs = macs;
  }

  async find(on: Queryable, userId: UserId): Promise<User | null> {
    return this.#toUser(await findUserRow(on, userId));
  }

  async findByAccount(on: Queryable, accountId: AccountId): Promise<User | null> {
    return this.#toUser(await findUserRowByAccount(on, accountId));
  }

  /** Finds a user by user name, and by e-mail only when no name matches. */
  async findByLogin(on: Queryable, login: LoginKeys): Promise<User | null> {
    return this.#toUser(await findUserRowByLogin(on, login));
  }

  /** Returns the user, locked against changes until the transaction ends. */
  async lock(tx: Queryable, userId: UserId): Promise<User | null> {
    return this.#toUser(await lockUserRow(tx, userId));
  }

  /**
   * Locks the customer until the transaction ends: no access is granted across a lock or a new password.
   *
   * @param user  as read when the call began
   * @returns null when the customer was locked or has a new password since then, or the account is closed
   */
  async lockUnchanged(tx: Queryable, user: User): Promise<User | null> {
    const current = await this.lock(tx, user.userId);
    const isSame =
      current !== null &&
      !isClosed(current) &&
      current.lockedAt === user.lockedAt &&
      current.passwordVersion === user.passwordVersion;
    return isSame ? current : null;
  }

  async readPasswordHash(on: Queryable, userId: UserId): Promise<string | null> {
    const row = await findUserRow(on, userId);
    return row !== null && this.#isProved(row) ? row.passwordHash : null;
  }

  /** Adds a user. @returns which of the two unique keys is taken, when one is */
  async insert(tx: Queryable, user: NewUser): Promise<User | 'user_name_taken' | 'email_taken'> {
    const inserted = await insertUser(tx, user, (row) => this.#computeMac(row));
    return typeof inserted === 'string' ? inserted : toUser(inserted);
  }

  async markEmailVerified(tx: Queryable, userId: UserId): Promise<void> {
    await this.#change(tx, userId, () => ({ isEmailVerified: true }));
  }

  async writeAccountType(tx: Queryable, userId: UserId, accountType: User['accountType']): Promise<void> {
    await this.#change(tx, userId, () => ({ accountType }));
  }

  /** Sets a new password, which also opens a frozen account and resets the count of failures and the lock, unless an operator locked. */
  async replacePassword(tx: Queryable, userId: UserId, passwordHash: string): Promise<void> {
    await this.#change(tx, userId, (row) => ({
      passwordHash,
      passwordVersion: row.passwordVersion + 1,
      ...thaw(row),
      ...(!row.isLockedByOperator && { failedAttempts: 0, lockedAt: null }),
    }));
  }

  /** Stores the same password under newer hash parameters, unless the password was changed meanwhile. */
  async rehashPassword(
    tx: Queryable,
    userId: UserId,
    hashes: { readonly before: string; readonly after: string },
  ): Promise<void> {
    await this.#change(tx, userId, (row) =>
      row.passwordHash === hashes.before ? { passwordHash: hashes.after } : null,
    );
  }

  /** Resets the count of failures and the lock. Returns false when the account is closed: this does not open it. */
  openSignIn(tx: Queryable, userId: UserId): Promise<boolean> {
    return this.#change(tx, userId, (row) => (isClosed(row) ? null : { failedAttempts: 0, lockedAt: null }));
  }

  /** Closes the account as its owner, until a new password or an operator opens it. */
  async freeze(tx: Queryable, userId: UserId, lockedAt: NonNullable<User['lockedAt']>): Promise<void> {
    await this.#change(tx, userId, (row) => ({ isFrozen: true, lockedAt: row.lockedAt ?? lockedAt }));
  }

  /** Locks sign-in after too many failures. Returns false when it was locked already. */
  lockAfterFailures(
    tx: Queryable,
    userId: UserId,
    lockedAt: NonNullable<User['lockedAt']>,
  ): Promise<boolean> {
    return this.#change(tx, userId, (row) => (row.lockedAt === null ? { lockedAt } : null));
  }

  /** Locks or unlocks sign-in as an operator; null unlocks, whatever the cause. */
  async lockByOperator(tx: Queryable, userId: UserId, lockedAt: User['lockedAt']): Promise<void> {
    await this.#change(tx, userId, (row) => ({
      ...(lockedAt === null && thaw(row)),
      lockedAt,
      isLockedByOperator: lockedAt !== null,
      failedAttempts: 0,
    }));
  }

  /** Computes the MAC of a row under the current key. Returns false for a row that the exchange did not write. */
  async proveAgain(tx: Queryable, userId: UserId): Promise<boolean> {
    const row = await lockUserRow(tx, userId);
    if (row === null || !this.#isProved(row)) return false;
    await changeUser(tx, userId, {}, this.#computeMac(row));
    return true;
  }

  /** Counts a change of the second factor. @returns the new version */
  async raiseFactorVersion(tx: Queryable, userId: UserId): Promise<number> {
    let version = 0;
    await this.#change(tx, userId, (row) => {
      version = row.factorVersion + 1;
      return { factorVersion: version };
    });
    return version;
  }

  /** Records that the customer changed what they sign in or confirm with; call it in the transaction of the change. */
  async noteCredentialChange(tx: Queryable, userId: UserId, at: Millis): Promise<void> {
    await this.#change(tx, userId, ({ credentialsChangedAt }) =>
      credentialsChangedAt !== null && credentialsChangedAt >= at ? null : { credentialsChangedAt: at },
    );
  }

  /** Returns when the customer last did so; null for never. */
  async findCredentialsChangedAt(on: Queryable, userId: UserId): Promise<Millis | null> {
    const row = await findUserRow(on, userId);
    assert(row !== null && this.#isProved(row), `user ${userId} was written by the exchange`);
    return row.credentialsChangedAt;
  }

  hasMacs(on: Queryable): Promise<boolean> {
    return hasUserMacs(on);
  }

  async proveAll(tx: Queryable): Promise<number> {
    let proved = 0;
    for (;;) {
      const rows = await listUnprovedUsers(tx, batchSize);
      if (rows.length === 0) return proved;
      const macs = rows.map((row) => ({ userId: row.userId, mac: this.#computeMac(row) }));
      await writeUserMacs(tx, macs);
      proved += rows.length;
    }
  }

  /** Changes a row under its lock. Returns false when `decide` changes nothing. */
  async #change(
    tx: Queryable,
    userId: UserId,
    decide: (row: UserRow) => UserChange | null,
  ): Promise<boolean> {
    const row = await lockUserRow(tx, userId);
    assert(row !== null && this.#isProved(row), `user ${userId} was written by the exchange`);
    const change = decide(row);
    if (change === null) return false;
    await changeUser(tx, userId, change, this.#computeMac({ ...row, ...change }));
    return true;
  }

  #toUser(row: UserRow | null): User | null {
    return row !== null && this.#isProved(row) ? toUser(row) : null;
  }

  #isProved(row: UserRow): boolean {
    return this.#macs.isProved(toProvable(row), row.mac);
  }

  #computeMac(row: UserRow): Buffer {
    return this.#macs.compute(toProvable(row));
  }
}

function toProvable(row: UserRow) {
  const { userId, accountId, userName, userNameKey, email, emailKey, passwordHash, passwordVersion } = row;
  const { accountType, isEmailVerified, lockedAt, isLockedByOperator, factorVersion, createdAt } = row;
  const identity = [userId, accountId, userName, userNameKey, email, emailKey, createdAt];
  const state = [accountType, isEmailVerified, lockedAt, isLockedByOperator];
  // The rows of customers who never changed or froze anything have the MACs of versions without these columns.
  const changed = row.credentialsChangedAt === null ? [] : [row.credentialsChangedAt];
  const wasNeverFrozen = !row.isFrozen && row.freezeCount === 0;
  const freeze = wasNeverFrozen ? [] : ['freeze', row.isFrozen, row.freezeCount];
  return {
    table,
    id: userId,
    columns: [...identity, passwordHash, passwordVersion, factorVersion, ...state, ...changed, ...freeze],
  };
}

/** Opens a frozen account, after which the links of earlier mails no longer freeze it. */
function thaw({ isFrozen, freezeCount }: UserRow): UserChange {
  return isFrozen ? { isFrozen: false, freezeCount: freezeCount + 1 } : {};
}

/** Leaves out what only these functions use: above all the password's hash. */
function toUser(row: UserRow): User {
  const { passwordHash: _hash, userNameKey: _name, emailKey: _email, ...rest } = row;
  const { credentialsChangedAt: _changed, mac: _mac, ...user } = rest;
  return user;
}
