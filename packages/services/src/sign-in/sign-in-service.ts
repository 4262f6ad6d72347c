/** Sign-in by user name or e-mail and password, sign-out, and the way back in after a forgotten password. */
import { setTimeout as delay } from 'node:timers/promises';
import { accept, millis, refuse } from '@salar/protocol';
import type { Millis, Result, UserId } from '@salar/protocol';
import type { Database } from '@salar/store';
import { insertCredentialChange } from '@salar/store/tables/acceptance';
import {
  clearFailedAttempts,
  countFailedAttempt,
  findUser,
  findUserByLogin,
  readPasswordHash,
  rehashPassword,
  replacePassword,
} from '@salar/store/tables/users';
import type { User } from '@salar/store/tables/users';
import type { UserDirectory } from '../accounts/user-directory.ts';
import type { Notifier } from '../ports/notifier.ts';
import type { NextStep, SecondFactor } from '../second-factor/second-factor.ts';
import type { SecurityLog } from '../security-log/security-log.ts';
import { isCodeGood, sendCode, takeCode } from './mail-codes.ts';
import { emailKeyOf, userNameKeyOf } from './names.ts';
import type { Origin } from './origin.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { checkPassword } from './password-rules.ts';
import type { PasswordRefusal } from './password-rules.ts';
import type { Granted, SessionGrants } from './session-grants.ts';
import type { SessionService } from './session-service.ts';
import { lockAfterFailures, networkOf, SignInThrottle } from './throttle.ts';

export type SignInRefusal = 'throttled' | 'credentials_wrong' | 'locked' | 'email_not_verified';
/** Signed in, or one step before it. */
export type SignedIn = ({ readonly kind: 'session' } & Granted) | (NextStep & { readonly user: User });
export type ResetRefusal = 'code_invalid' | PasswordRefusal;

/** Answers about names that may or may not exist take at least this long, so that time says nothing. */
const sameTimeMs = 150;

export class SignInService {
  readonly #database: Database;
  readonly #users: UserDirectory;
  readonly #sessions: SessionService;
  readonly #hasher: PasswordHasher;
  readonly #grants: SessionGrants;
  readonly #secondFactor: SecondFactor;
  readonly #securityLog: SecurityLog;
  readonly #notifier: Notifier;
  readonly #now: () => number;
  readonly #throttle: SignInThrottle | null;
  #dummyHash: Promise<string> | null = null;

  constructor(options: {
    readonly database: Database;
    readonly users: UserDirectory;
    readonly sessions: SessionService;
    readonly hasher: PasswordHasher;
    readonly grants: SessionGrants;
    readonly secondFactor: SecondFactor;
    readonly securityLog: SecurityLog;
    readonly notifier: Notifier;
    readonly now: () => number;
    /** False only for load tests in the local profile. */
    readonly isThrottled: boolean;
  }) {
    this.#database = options.database;
    this.#users = options.users;
    this.#sessions = options.sessions;
    this.#hasher = options.hasher;
    this.#grants = options.grants;
    this.#secondFactor = options.secondFactor;
    this.#securityLog = options.securityLog;
    this.#notifier = options.notifier;
    this.#now = options.now;
    this.#throttle = options.isThrottled ? new SignInThrottle() : null;
  }

  /**
   * Signs a customer in.
   *
   * An unknown name costs and answers the same as a wrong password. A locked user hears so whatever the password, so
   * that a lock never becomes a way to test passwords.
   */
  async signIn(request: {
    readonly login: string;
    readonly password: string;
    readonly origin: Origin;
  }): Promise<Result<SignedIn, SignInRefusal>> {
    const at = millis(this.#now());
    const name = userNameKeyOf(request.login);
    const { origin } = request;
    const network = networkOf(origin.ip);
    const claim = this.#throttle?.claim(name, network, at);
    if (claim && !claim.ok) return refuse('throttled');

    const user = await findUserByLogin(this.#database, {
      userNameKey: name,
      emailKey: emailKeyOf(request.login),
    });
    const stored = user && (await readPasswordHash(this.#database, user.userId));
    const verdict = await this.#hasher.verify(request.password, stored ?? (await this.#unknownUserHash()));
    if (!user) {
      const isLocked = this.#throttle?.unknownNameFailed(name, at).isLocked === true;
      return refuse(isLocked ? 'locked' : 'credentials_wrong');
    }
    if (user.lockedAt !== null) return refuse('locked');
    if (!verdict.isRight) {
      await this.#countFailure(user, origin, at);
      return refuse('credentials_wrong');
    }
    this.#throttle?.succeeded(name, network);
    if (!user.isEmailVerified) return refuse('email_not_verified');

    if (user.failedAttempts > 0) await clearFailedAttempts(this.#database, user.userId);
    if (verdict.needsRehash)
      await rehashPassword(this.#database, user.userId, await this.#hasher.hash(request.password));
    const next = await this.#secondFactor.afterPassword(user, origin);
    if (next) return accept({ ...next, user });
    return accept({ kind: 'session', ...(await this.#grants.grant(user, 'password', origin)) });
  }

  async signOut(token: string): Promise<void> {
    await this.#sessions.end(token);
  }

  /** Mails a reset link to a verified address. Says nothing about whether the name exists. */
  async requestReset(login: string): Promise<void> {
    const at = millis(this.#now());
    const work = async () => {
      const user = await findUserByLogin(this.#database, {
        userNameKey: userNameKeyOf(login),
        emailKey: emailKeyOf(login),
      });
      if (!user?.isEmailVerified) return;
      await this.#database.transaction((tx) =>
        sendCode(tx, { user, purpose: 'reset_password', notifier: this.#notifier, at }),
      );
    };
    await Promise.all([work(), delay(sameTimeMs)]);
  }

  /** Sets a new password by a mailed code; ends every session and the lock. */
  async resetPassword(request: {
    readonly userId: UserId;
    readonly code: string;
    readonly password: string;
    readonly origin: Origin;
  }): Promise<Result<null, ResetRefusal>> {
    const at = millis(this.#now());
    const { userId, code } = request;
    const user = await findUser(this.#database, userId);
    if (!user) return refuse('code_invalid');
    // A wrong code must not cost a hash, and a weak password must not cost the code.
    const isGood = await this.#database.transaction((tx) =>
      isCodeGood(tx, { userId, purpose: 'reset_password', code, at }),
    );
    if (!isGood) return refuse('code_invalid');
    const allowed = checkPassword(request.password, user);
    if (!allowed.ok) return allowed;
    const hash = await this.#hasher.hash(request.password);
    const outcome = await this.#database.transaction(async (tx) => {
      const taken = await takeCode(tx, { userId, purpose: 'reset_password', code, at });
      if (!taken.ok || taken.value === 'used_before') return refuse('code_invalid');
      await replacePassword(tx, userId, hash);
      await insertCredentialChange(tx, { userId, kind: 'password_reset', at });
      await this.#sessions.endAllOf(tx, userId);
      await this.#securityLog.note(tx, { user, action: 'password_reset', origin: request.origin });
      return accept(null);
    });
    this.#sessions.forget(userId);
    await this.#users.refresh(userId);
    return outcome;
  }

  /** Says whether a mailed reset code still works, without using it. */
  async isResetCodeGood(userId: UserId, code: string): Promise<boolean> {
    const at = millis(this.#now());
    return this.#database.transaction((tx) =>
      isCodeGood(tx, { userId, purpose: 'reset_password', code, at }),
    );
  }

  async #countFailure(user: User, origin: Origin, at: Millis): Promise<void> {
    const { lockedNow } = await this.#database.transaction(async (tx) => {
      const counted = await countFailedAttempt(tx, user.userId, { failuresMax: lockAfterFailures, at });
      if (counted.lockedNow) {
        await this.#sessions.endAllOf(tx, user.userId);
        await sendCode(tx, { user, purpose: 'unlock', notifier: this.#notifier, at });
        await this.#securityLog.note(tx, { user, action: 'user_locked', origin });
      }
      await this.#securityLog.note(tx, { user, action: 'sign_in_failed', origin });
      return counted;
    });
    if (!lockedNow) return;
    this.#sessions.forget(user.userId);
    await this.#users.refresh(user.userId);
  }

  /** A hash of nothing anybody types, made with today's parameters, so that unknown names cost the same. */
  #unknownUserHash(): Promise<string> {
    this.#dummyHash ??= this.#hasher.hash(`nobody:${this.#now()}`).catch((error: unknown) => {
      this.#dummyHash = null;
      throw error;
    });
    return this.#dummyHash;
  }
}
