/**
 * Locked accounts: nobody signs in to them, their sessions end at once, their keys open nothing. A lock after too many
 * failures is opened by a mailed code or a new password; an operator's by an operator only.
 */
import { accept, assert, millis, refuse } from '@salar/protocol';
import type { Millis, Result, UserId } from '@salar/protocol';
import type { Database, Queryable } from '@salar/store';
import { findUserForChange, lockSignIn, openSignIn } from '@salar/store/tables/customers/users';
import type { User } from '@salar/store/tables/customers/users';
import type { UserDirectory } from '../accounts/user-directory.ts';
import type { Notifier } from '../ports/notifier.ts';
import type { SecurityLog } from '../accounts/security-log.ts';
import { sendCode, consumeCode } from '../crypto/mailed-codes.ts';
import { noOrigin } from '../ports/request-origin.ts';
import type { Origin } from '../ports/request-origin.ts';
import type { SessionService } from '../sessions/session-service.ts';

export class AccountLocks {
  readonly #database: Database;
  readonly #users: UserDirectory;
  readonly #sessions: SessionService;
  readonly #securityLog: SecurityLog;
  readonly #notifier: Notifier;
  readonly #now: () => number;

  constructor(options: {
    readonly database: Database;
    readonly users: UserDirectory;
    readonly sessions: SessionService;
    readonly securityLog: SecurityLog;
    readonly notifier: Notifier;
    readonly now: () => number;
  }) {
    this.#database = options.database;
    this.#users = options.users;
    this.#sessions = options.sessions;
    this.#securityLog = options.securityLog;
    this.#notifier = options.notifier;
    this.#now = options.now;
  }

  /** In the transaction that locked a customer: ends their sessions and mails the code that opens the account again. */
  async endSessionsAndMail(tx: Queryable, user: User, origin: Origin): Promise<void> {
    await this.#sessions.endAll(tx, user.userId);
    const at = millis(this.#now());
    await sendCode(tx, { user, purpose: 'unlock', notifier: this.#notifier, at });
    await this.#securityLog.record(tx, { user, action: 'user_locked', origin });
  }

  /** Once a lock, or its end, is committed or may be: it counts from the next request on. */
  apply({ userId }: Pick<User, 'userId'>): void {
    this.#users.forget(userId);
    this.#sessions.forget(userId);
  }

  /** Opens an account by the mailed code. A code that was used answers whether the account is open now. */
  async unlock(request: {
    readonly userId: UserId;
    readonly code: string;
    readonly origin: Origin;
  }): Promise<Result<null, 'code_invalid'>> {
    const { userId, code, origin } = request;
    const at = millis(this.#now());
    let isOurs = false;
    const work = this.#database.transaction(async (tx) => {
      const taken = await consumeCode(tx, { userId, purpose: 'unlock', code, at });
      if (!taken.ok) return false;
      isOurs = true;
      const user = await findUserForChange(tx, userId);
      if (!user || taken.value === 'used_before') return user?.lockedAt === null;
      if (!(await openSignIn(tx, userId))) return false;
      if (user.lockedAt !== null)
        await this.#securityLog.record(tx, { user, action: 'user_unlocked', origin });
      return true;
    });
    const isOpen = await work.finally(() => {
      if (isOurs) this.apply({ userId });
    });
    return isOpen ? accept(null) : refuse('code_invalid');
  }

  /** An operator's lock: no mailed code and no new password opens it. */
  async lockByOperator(userId: UserId): Promise<void> {
    await this.#decide(userId, millis(this.#now()));
  }

  /** Opens an account, whoever locked it. */
  async openByOperator(userId: UserId): Promise<void> {
    await this.#decide(userId, null);
  }

  async #decide(userId: UserId, lockedAt: Millis | null): Promise<void> {
    const work = this.#database.transaction(async (tx) => {
      const user = await findUserForChange(tx, userId);
      assert(user !== null, 'an operator decides about a customer that is there');
      await lockSignIn(tx, userId, lockedAt);
      if (lockedAt !== null) await this.#sessions.endAll(tx, userId);
      const isNews = (user.lockedAt === null) !== (lockedAt === null);
      const action = lockedAt === null ? 'user_unlocked' : 'user_locked';
      if (isNews) await this.#securityLog.record(tx, { user, action, origin: noOrigin, detail: 'operator' });
    });
    await work.finally(() => this.apply({ userId }));
  }
}
