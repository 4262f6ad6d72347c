/**
 * Locked accounts.
 *
 * After too many wrong passwords, those from unknown devices are refused until a mailed code or a new password: sessions, keys,
 * passkeys and the devices that signed in before go on, because anybody can send wrong passwords. An operator's lock ends all of them,
 * and only an operator opens it.
 */
import { accept, assert, millis, refuse } from '@salar/protocol';
import type { Millis, Result, UserId } from '@salar/protocol';
import type { Database, Queryable } from '@salar/store';
import type { User } from '@salar/store/tables/customers/users';
import type { UserDirectory } from '../accounts/user-directory.ts';
import type { SecurityLog } from '../accounts/security-log.ts';
import type { MailedCodes } from './mailed-codes.ts';
import { noOrigin } from '../ports/request-origin.ts';
import type { Origin } from '../ports/request-origin.ts';
import type { SessionService } from '../sessions/session-service.ts';

type AccountLocksOptions = {
  readonly database: Database;
  readonly users: UserDirectory;
  readonly sessions: SessionService;
  readonly securityLog: SecurityLog;
  readonly codes: MailedCodes;
  readonly now: () => number;
};

export class AccountLocks {
  readonly #options: AccountLocksOptions;

  constructor(options: AccountLocksOptions) {
    this.#options = options;
  }

  /** Mails the unlock code, in the transaction of a lock after wrong passwords. */
  async mailUnlockCode(tx: Queryable, user: User, origin: Origin): Promise<void> {
    const at = millis(this.#options.now());
    await this.#options.codes.send(tx, { userId: user.userId, purpose: 'unlock', at, asker: null });
    await this.#options.securityLog.record(tx, { user, action: 'user_locked', origin });
  }

  /** Applies a lock, or its end, from the next request on; call it when the change is, or may be, committed. */
  apply({ userId }: Pick<User, 'userId'>): void {
    this.#options.users.forget(userId);
    this.#options.sessions.forget(userId);
  }

  /** Unlocks an account by the mailed code. For a used code the result is whether the account is unlocked now. */
  async unlock(request: {
    readonly userId: UserId;
    readonly code: string;
    readonly origin: Origin;
  }): Promise<Result<null, 'code_invalid'>> {
    const { userId, code, origin } = request;
    const at = millis(this.#options.now());
    let isConsumed = false;
    const work = this.#options.database.transaction(async (tx) => {
      const taken = await this.#options.codes.consume(tx, { userId, purpose: 'unlock', code, at });
      if (!taken.ok) return false;
      isConsumed = true;
      const user = await this.#options.users.records.lock(tx, userId);
      if (!user || taken.value === 'used_before') return user?.lockedAt === null;
      if (!(await this.#options.users.records.openSignIn(tx, userId))) return false;
      if (user.lockedAt !== null)
        await this.#options.securityLog.record(tx, { user, action: 'user_unlocked', origin });
      return true;
    });
    const isOpen = await work.finally(() => {
      if (isConsumed) this.apply({ userId });
    });
    return isOpen ? accept(null) : refuse('code_invalid');
  }

  /** Locks an account; no mailed code and no new password opens it. */
  async lockByOperator(userId: UserId): Promise<void> {
    await this.#decide(userId, millis(this.#options.now()));
  }

  /** Unlocks an account, whatever the cause of the lock. */
  async openByOperator(userId: UserId): Promise<void> {
    await this.#decide(userId, null);
  }

  async #decide(userId: UserId, lockedAt: Millis | null): Promise<void> {
    const work = this.#options.database.transaction(async (tx) => {
      const user = await this.#options.users.records.lock(tx, userId);
      assert(user !== null, 'the customer of an operator lock exists');
      await this.#options.users.records.lockByOperator(tx, userId, lockedAt);
      if (lockedAt !== null) await this.#options.sessions.endAll(tx, userId);
      const isChanged = (user.lockedAt === null) !== (lockedAt === null);
      const action = lockedAt === null ? 'user_unlocked' : 'user_locked';
      if (isChanged)
        await this.#options.securityLog.record(tx, { user, action, origin: noOrigin, detail: 'operator' });
    });
    await work.finally(() => this.apply({ userId }));
  }
}
