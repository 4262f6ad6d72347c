/**
 * Sign-ins between a right password and a session: a token of its own kind, valid for five minutes and five attempts, for one
 * customer and one purpose (security rules F2, S1).
 */
import { millis } from '@salar/protocol';
import type { Database } from '@salar/store';
import {
  claimPendingTry,
  findPendingSignIn,
  insertPendingSignIn,
  takePendingSignIn,
} from '@salar/store/tables/sign-in/pending-sign-ins';
import type { PendingKind, PendingSignIn } from '@salar/store/tables/sign-in/pending-sign-ins';
import type { User } from '@salar/store/tables/customers/users';
import { isClosed } from '../accounts/closed-accounts.ts';
import type { UserRecords } from '../accounts/user-records.ts';
import type { ProvableRow, RowMacs } from '../crypto/row-macs.ts';
import { createSecret, hashSecret } from '../crypto/tokens.ts';

const pendingLifeMs = 5 * 60_000;
const pendingTries = 5;
const prefix = 'sal_p_';
const tokenPattern = /^sal_p_[A-Za-z0-9_-]{43}$/;

export type PendingUser = { readonly user: User; readonly kind: PendingKind; readonly tokenHash: Buffer };

type PendingSignInsOptions = {
  readonly database: Database;
  readonly records: UserRecords;
  readonly macs: RowMacs;
  readonly now: () => number;
};

export class PendingSignIns {
  readonly #options: PendingSignInsOptions;

  constructor(options: PendingSignInsOptions) {
    this.#options = options;
  }

  /** Begins a pending sign-in. @returns its token */
  async begin(user: User, kind: PendingKind): Promise<string> {
    const token = prefix + createSecret();
    const at = millis(this.#options.now());
    const tokenHash = hashSecret(token);
    const { userId, passwordVersion } = user;
    const row = { userId, kind, passwordVersion };
    await insertPendingSignIn(this.#options.database, {
      ...row,
      tokenHash,
      at,
      mac: this.#options.macs.compute(toProvable({ ...row, createdAt: at }, tokenHash)),
      tries: pendingTries,
      since: this.#findExpiryLimit(),
    });
    return token;
  }

  /** Finds the customer of a pending sign-in. Null when it is over: expired, used, or password or factor have changed, or an operator has locked. */
  async find(token: string): Promise<PendingUser | null> {
    if (!tokenPattern.test(token)) return null;
    const tokenHash = hashSecret(token);
    const pending = await findPendingSignIn(this.#options.database, tokenHash, this.#findExpiryLimit());
    if (!pending || !this.#options.macs.isProved(toProvable(pending, tokenHash), pending.mac)) return null;
    const { database, records } = this.#options;
    const user = await records.find(database, pending.userId);
    if (!user?.isEmailVerified || isClosed(user)) return null;
    if (user.passwordVersion !== pending.passwordVersion) return null;
    const changedAt = await records.findCredentialsChangedAt(database, pending.userId);
    if (changedAt !== null && changedAt > pending.createdAt) return null;
    return { user, kind: pending.kind, tokenHash };
  }

  /** Claims an attempt before anything is checked. @returns how many are left, null when there was none */
  claimTry({ tokenHash }: PendingUser): Promise<number | null> {
    return claimPendingTry(this.#options.database, tokenHash);
  }

  /** Uses the sign-in up: returns true once, whatever the number of concurrent calls. */
  take({ tokenHash }: PendingUser): Promise<boolean> {
    return takePendingSignIn(this.#options.database, tokenHash);
  }

  #findExpiryLimit() {
    return millis(this.#options.now() - pendingLifeMs);
  }
}

/** Lists the columns that the MAC of a pending sign-in covers. The attempts that are left are not. */
function toProvable(row: Omit<PendingSignIn, 'mac'>, tokenHash: Buffer): ProvableRow {
  const { userId, kind, createdAt, passwordVersion } = row;
  const columns = [tokenHash, userId, kind, createdAt, passwordVersion];
  return { table: 'pending_sign_in', id: userId, columns };
}
