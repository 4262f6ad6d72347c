/**
 * Where passwords are tried: by whom, how often, and what becomes of failures. Every password that a customer sends, to sign
 * in or to prove themselves again, comes by here (security rules P4, P7).
 *
 * A name that nobody has costs and answers the same as a wrong password: the same look-ups, a hash, an entry in the record.
 */
import { accept, millis, refuse, userId } from '@salar/protocol';
import type { Millis, Result } from '@salar/protocol';
import type { Database } from '@salar/store';
import { insertAudit } from '@salar/store/tables/sign-in/audit';
import {
  clearFailedAttempts,
  countFailedAttempt,
  readPasswordHash,
  rehashPassword,
} from '@salar/store/tables/customers/users';
import type { User } from '@salar/store/tables/customers/users';
import type { SecurityLog } from '../accounts/security-log.ts';
import type { AccountLocks } from './account-locks.ts';
import type { DeviceRegistry } from '../sessions/device-registry.ts';
import type { Origin } from '../ports/request-origin.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { lockAfterFailures, SignInThrottle } from './sign-in-throttle.ts';
import type { Throttled } from './sign-in-throttle.ts';

/** Whose account is tried: a customer, or a name that nobody has. */
export type Tried = { readonly user: User; readonly origin: Origin } | NobodyTried;
type NobodyTried = { readonly user: null; readonly name: string; readonly origin: Origin };

/** A try that may go on. It counts as a failure until `succeeded` is called. */
export type Claim = { readonly ok: true; readonly succeeded: () => void };

/** No customer has this number: look-ups for it cost the same and find nothing. */
const nobody = userId(0);

export class PasswordVerifier {
  readonly #database: Database;
  readonly #hasher: PasswordHasher;
  readonly #devices: DeviceRegistry;
  readonly #locks: AccountLocks;
  readonly #securityLog: SecurityLog;
  readonly #now: () => number;
  readonly #throttle: SignInThrottle | null;
  #dummyHash: Promise<string> | null = null;

  constructor(options: {
    readonly database: Database;
    readonly hasher: PasswordHasher;
    readonly devices: DeviceRegistry;
    readonly locks: AccountLocks;
    readonly securityLog: SecurityLog;
    readonly now: () => number;
    /** False only for load tests in the local profile. */
    readonly isThrottled: boolean;
  }) {
    this.#database = options.database;
    this.#hasher = options.hasher;
    this.#devices = options.devices;
    this.#locks = options.locks;
    this.#securityLog = options.securityLog;
    this.#now = options.now;
    this.#throttle = options.isThrottled ? new SignInThrottle() : null;
  }

  /** Claims a try, of a password or of what stands in its place, before anything is looked at. */
  async claim(tried: Tried): Promise<Claim | Throttled> {
    const standing = await this.#devices.findTrust(tried.user?.userId ?? nobody, tried.origin);
    const account = tried.user ? `user ${tried.user.userId}` : `name ${tried.name}`;
    // From here to the claim nothing is waited for, so that two tries never take the same place.
    const claimed = this.#throttle?.claim(account, standing, millis(this.#now()));
    if (claimed && !claimed.ok) return claimed;
    return { ok: true, succeeded: () => this.#throttle?.succeeded(account, standing) };
  }

  /**
   * Tries a password.
   *
   * A locked customer hears so whatever the password, so that a lock never becomes a way to test passwords.
   */
  async check(
    tried: Tried,
    password: string,
  ): Promise<Result<User, 'credentials_wrong' | 'locked'> | Throttled> {
    const claim = await this.claim(tried);
    if (!claim.ok) return claim;
    const { user } = tried;
    const stored = await readPasswordHash(this.#database, user?.userId ?? nobody);
    const nobodysHash = await this.#unknownUserHash();
    const verdict = await this.#hasher.verify(password, stored ?? nobodysHash);
    const at = millis(this.#now());
    if (!user) return this.#nobodyFailed(tried, at);
    if (user.lockedAt !== null) return refuse('locked');
    if (!verdict.isRight) {
      await this.#countFailure(user, tried.origin, at);
      return refuse('credentials_wrong');
    }
    claim.succeeded();
    if (user.failedAttempts > 0) await clearFailedAttempts(this.#database, user.userId);
    if (verdict.needsRehash && stored !== null) {
      const after = await this.#hasher.hash(password);
      await rehashPassword(this.#database, user.userId, { before: stored, after });
    }
    return accept(user);
  }

  async #countFailure(user: User, origin: Origin, at: Millis): Promise<void> {
    let isLockedNow = false;
    const work = this.#database.transaction(async (tx) => {
      const counted = await countFailedAttempt(tx, user.userId, { failuresMax: lockAfterFailures, at });
      isLockedNow = counted.lockedNow;
      await this.#securityLog.record(tx, { user, action: 'sign_in_failed', origin });
      if (isLockedNow) await this.#locks.endSessionsAndMail(tx, user, origin);
    });
    await work.finally(() => {
      if (isLockedNow) this.#locks.apply(user);
    });
  }

  async #nobodyFailed(
    { name, origin }: NobodyTried,
    at: Millis,
  ): Promise<Result<User, 'credentials_wrong' | 'locked'>> {
    const isLocked = this.#throttle?.unknownNameFailed(name, at).isLocked === true;
    if (isLocked) return refuse('locked');
    // The name itself is not written down: it may be a password that was typed into the wrong field.
    await this.#database.transaction((tx) =>
      insertAudit(tx, { at, userId: null, requestIp: origin.ip || null, action: 'sign_in_failed' }),
    );
    return refuse('credentials_wrong');
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
