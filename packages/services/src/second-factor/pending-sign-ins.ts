/**
 * What stands between a right password and a session: a token of its own kind, good for five minutes and five tries, for one
 * customer and one purpose (security rules F2, S1).
 */
import { randomBytes } from 'node:crypto';
import { millis } from '@salar/protocol';
import type { Database } from '@salar/store';
import { credentialsChangedAt } from '@salar/store/tables/tickets/acceptance';
import {
  claimPendingTry,
  findPendingSignIn,
  insertPendingSignIn,
  takePendingSignIn,
} from '@salar/store/tables/sign-in/pending-sign-ins';
import type { PendingKind } from '@salar/store/tables/sign-in/pending-sign-ins';
import { findUser } from '@salar/store/tables/customers/users';
import type { User } from '@salar/store/tables/customers/users';
import { hashSecret } from '../crypto/tokens.ts';

export const pendingLifeMs = 5 * 60_000;
export const pendingTries = 5;
const prefix = 'sal_p_';
const tokenPattern = /^sal_p_[A-Za-z0-9_-]{43}$/;

export type PendingUser = { readonly user: User; readonly kind: PendingKind; readonly tokenHash: Buffer };

export class PendingSignIns {
  readonly #database: Database;
  readonly #now: () => number;

  constructor(options: { readonly database: Database; readonly now: () => number }) {
    this.#database = options.database;
    this.#now = options.now;
  }

  /** Gives the token. */
  async begin(user: User, kind: PendingKind): Promise<string> {
    const token = prefix + randomBytes(32).toString('base64url');
    const at = millis(this.#now());
    await insertPendingSignIn(this.#database, {
      tokenHash: hashSecret(token),
      userId: user.userId,
      kind,
      passwordVersion: user.passwordVersion,
      at,
      tries: pendingTries,
      since: this.#since(),
    });
    return token;
  }

  /** Whose sign-in it is. Null when it is over: too old, used, or password, factor or lock changed since it began. */
  async find(token: string): Promise<PendingUser | null> {
    if (!tokenPattern.test(token)) return null;
    const tokenHash = hashSecret(token);
    const pending = await findPendingSignIn(this.#database, tokenHash, this.#since());
    if (!pending) return null;
    const changedAt = await credentialsChangedAt(this.#database, pending.userId);
    if (changedAt !== null && changedAt > pending.createdAt) return null;
    const user = await findUser(this.#database, pending.userId);
    if (!user?.isEmailVerified || user.lockedAt !== null) return null;
    if (user.passwordVersion !== pending.passwordVersion) return null;
    return { user, kind: pending.kind, tokenHash };
  }

  /** Takes a try before anything is looked at: how many are left after it, null when none was. */
  claimTry({ tokenHash }: PendingUser): Promise<number | null> {
    return claimPendingTry(this.#database, tokenHash);
  }

  /** Uses it up: true once, however many ask at the same time. */
  take({ tokenHash }: PendingUser): Promise<boolean> {
    return takePendingSignIn(this.#database, tokenHash);
  }

  #since() {
    return millis(this.#now() - pendingLifeMs);
  }
}
