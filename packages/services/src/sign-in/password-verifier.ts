/**
 * Verifies every password that customers send, to sign in or to re-authenticate: throttles attempts and counts failures
 * (security rules P4, P7).
 *
 * An unknown name costs and answers the same as a wrong password: the same look-ups, a hash, an audit entry.
 */
import { accept, millis, refuse, userId } from '@salar/protocol';
import type { Millis, Result } from '@salar/protocol';
import type { Database } from '@salar/store';
import { insertAudit } from '@salar/store/tables/sign-in/audit';
import { clearFailedAttempts, countFailedAttempt } from '@salar/store/tables/customers/users';
import type { User } from '@salar/store/tables/customers/users';
import { isClosed } from '../accounts/closed-accounts.ts';
import type { SecurityLog } from '../accounts/security-log.ts';
import type { UserRecords } from '../accounts/user-records.ts';
import type { AccountLocks } from './account-locks.ts';
import type { DeviceRegistry } from '../sessions/device-registry.ts';
import type { Origin } from '../ports/request-origin.ts';
import type { HashCaller } from '../passwords/fair-queue.ts';
import { PasswordQueueFull } from '../passwords/password-hasher.ts';
import type { PasswordHasher, PasswordVerdict } from '../passwords/password-hasher.ts';
import { lockAfterFailures, SignInThrottle } from './sign-in-throttle.ts';
import type { Throttled } from './sign-in-throttle.ts';

/** The target of an attempt: a customer, or an unknown name. */
export type Attempt = { readonly user: User; readonly origin: Origin } | UnknownNameAttempt;
type UnknownNameAttempt = { readonly user: null; readonly name: string; readonly origin: Origin };

/** An attempt that may proceed. It counts as a failure until `succeeded` is called. */
export type Claim = {
  readonly ok: true;
  /** The customer signed in from this device before. */
  readonly isKnownDevice: boolean;
  readonly succeeded: () => void;
  /** Takes the attempt back: nothing was checked. */
  readonly takeBack: () => void;
};

/** A user id that no customer has: look-ups for it cost the same and find nothing. */
const noUserId = userId(0);
/** The hash that passwords of unknown names are compared with is computed once, and belongs to no account. */
const forUnknownNames: HashCaller = { account: 'unknown names', address: '', isKnownDevice: true };

type PasswordVerifierOptions = {
  readonly database: Database;
  readonly records: UserRecords;
  readonly hasher: PasswordHasher;
  readonly devices: DeviceRegistry;
  readonly locks: AccountLocks;
  readonly securityLog: SecurityLog;
  readonly now: () => number;
  /** False only for load tests in the local profile. */
  readonly isThrottled: boolean;
};

export class PasswordVerifier {
  readonly #options: PasswordVerifierOptions;
  readonly #throttle: SignInThrottle | null;
  #dummyHash: Promise<string> | null = null;

  constructor(options: PasswordVerifierOptions) {
    this.#options = options;
    this.#throttle = options.isThrottled ? new SignInThrottle() : null;
  }

  /** Claims an attempt, with a password or another credential, before anything is checked. */
  async claim(attempt: Attempt): Promise<Claim | Throttled> {
    const trust = await this.#options.devices.findTrust(attempt.user?.userId ?? noUserId, attempt.origin);
    const account = getAccount(attempt);
    // Nothing is awaited between here and the claim, so that two attempts never get the same slot.
    const claimed = this.#throttle?.claim(account, trust, millis(this.#options.now()));
    if (claimed && !claimed.ok) return claimed;
    return {
      ok: true,
      isKnownDevice: trust.isKnownDevice,
      succeeded: () => this.#throttle?.succeeded(account, trust),
      takeBack: () => this.#throttle?.takeBack(account, trust),
    };
  }

  /**
   * Refuses a sign-in before anything is looked up, the name included, when its password would find no place in the queue.
   *
   * @throws PasswordQueueFull
   */
  checkPlace({ device }: Origin): void {
    // Whether the device is known is looked up later; without a token it is not.
    this.#options.hasher.checkPlace({ isKnownDevice: device !== null });
  }

  /**
   * Verifies a password.
   *
   * The result for a locked customer is the same for any password, so that a lock is no way to test passwords. A lock after wrong
   * passwords is one for unknown devices: strangers cannot keep customers from their own.
   */
  async check(
    attempt: Attempt,
    password: string,
  ): Promise<Result<User, 'credentials_wrong' | 'locked'> | Throttled> {
    const claim = await this.claim(attempt);
    if (!claim.ok) return claim;
    const { user } = attempt;
    const { database, records } = this.#options;
    const stored = await records.readPasswordHash(database, user?.userId ?? noUserId);
    const { origin } = attempt;
    const caller = { account: getAccount(attempt), address: origin.ip, isKnownDevice: claim.isKnownDevice };
    const verdict = await this.#verify({ password, stored, caller }, claim);
    const at = millis(this.#options.now());
    if (!user) return this.#countUnknownName(attempt, at);
    if (user.lockedAt !== null && (isClosed(user) || !claim.isKnownDevice)) return refuse('locked');
    if (!verdict.isRight || stored === null) {
      await this.#countFailure(user, attempt.origin, at);
      return refuse('credentials_wrong');
    }
    claim.succeeded();
    if (user.failedAttempts > 0) await clearFailedAttempts(database, user.userId);
    if (verdict.needsRehash) {
      const after = await this.#options.hasher.hash(password, caller);
      await database.transaction((tx) => records.rehashPassword(tx, user.userId, { before: stored, after }));
    }
    return accept(user);
  }

  /** Verifies a password by its hash, and that of an unknown name by a hash that belongs to no account. */
  async #verify(
    given: { readonly password: string; readonly stored: string | null; readonly caller: HashCaller },
    claim: Claim,
  ): Promise<PasswordVerdict> {
    try {
      const unknownHash = await this.#hashForUnknown();
      return await this.#options.hasher.verify(given.password, given.stored ?? unknownHash, given.caller);
    } catch (error) {
      if (error instanceof PasswordQueueFull) claim.takeBack();
      throw error;
    }
  }

  async #countFailure(user: User, origin: Origin, at: Millis): Promise<void> {
    let isLockedNow = false;
    const work = this.#options.database.transaction(async (tx) => {
      const failures = await countFailedAttempt(tx, user.userId);
      isLockedNow =
        failures >= lockAfterFailures && (await this.#options.records.lockAfterFailures(tx, user.userId, at));
      await this.#options.securityLog.record(tx, { user, action: 'sign_in_failed', origin });
      if (isLockedNow) await this.#options.locks.mailUnlockCode(tx, user, origin);
    });
    await work.finally(() => {
      if (isLockedNow) this.#options.locks.apply(user);
    });
  }

  async #countUnknownName(
    { name, origin }: UnknownNameAttempt,
    at: Millis,
  ): Promise<Result<User, 'credentials_wrong' | 'locked'>> {
    const isLocked = this.#throttle?.unknownNameFailed(name, at).isLocked === true;
    if (isLocked) return refuse('locked');
    // The name is not recorded: it may be a password typed into the wrong field.
    await this.#options.database.transaction((tx) =>
      insertAudit(tx, { at, userId: null, requestIp: origin.ip || null, action: 'sign_in_failed' }),
    );
    return refuse('credentials_wrong');
  }

  /** Hashes an arbitrary text with the current parameters, so that unknown names cost the same. */
  #hashForUnknown(): Promise<string> {
    this.#dummyHash ??= this.#options.hasher
      .hash(`nobody:${this.#options.now()}`, forUnknownNames)
      .catch((error: unknown) => {
        this.#dummyHash = null;
        throw error;
      });
    return this.#dummyHash;
  }
}

/** Returns the name under which the attempts on an account are counted, whether it exists or not. */
function getAccount(attempt: Attempt): string {
  return attempt.user ? `user ${attempt.user.userId}` : `name ${attempt.name}`;
}
