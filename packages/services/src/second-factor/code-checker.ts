/**
 * Checks codes of a second factor that is on. An attempt is claimed before the code is checked and returned when the code is
 * right, so that parallel guesses share the attempts of a day (security rule F2).
 */
import { accept, millis, refuse } from '@salar/protocol';
import type { Result, UserId } from '@salar/protocol';
import type { Database, Queryable } from '@salar/store';
import { useRecoveryCode } from '@salar/store/tables/sign-in/recovery-codes';
import { claimStep, claimTry, giveTryBack } from '@salar/store/tables/sign-in/second-factors';
import type { User } from '@salar/store/tables/customers/users';
import type { SealedBox } from '../crypto/sealed-box.ts';
import type { SecurityLog } from '../accounts/security-log.ts';
import type { Origin } from '../ports/request-origin.ts';
import type { FactorRecords } from './factor-records.ts';
import { toRecoveryKey } from './recovery-codes.ts';
import type { CodeScope, CodeRefusal } from './second-factor.ts';
import { findCodeStep } from './totp.ts';

/** The most wrong codes of one customer within a day, in all uses together. */
export const wrongCodesPerDay = 20;
const dayMs = 24 * 60 * 60_000;

export type CodeAttempt = {
  readonly user: Pick<User, 'userId' | 'email'>;
  readonly code: string;
  readonly scope: CodeScope;
  readonly origin: Origin;
};

type CodeCheckerOptions = {
  readonly database: Database;
  readonly factors: FactorRecords;
  readonly box: SealedBox;
  readonly securityLog: SecurityLog;
  readonly now: () => number;
};

export class CodeChecker {
  readonly #options: CodeCheckerOptions;

  constructor(options: CodeCheckerOptions) {
    this.#options = options;
  }

  async isOn(userId: UserId, on: Queryable = this.#options.database): Promise<boolean> {
    return (await this.#options.factors.find(on, userId)).enabledAt !== null;
  }

  /** Checks a code of the app, or in the account's scope a recovery code, which it uses up. */
  async check(given: CodeAttempt): Promise<Result<null, CodeRefusal>> {
    const attempt = restoreZeros(given);
    const { user } = attempt;
    const row = await this.#options.factors.find(this.#options.database, user.userId);
    if (row.secret === null || row.enabledAt === null) return refuse('code_wrong');
    const secret = this.openSecret(row.secret, user.userId);
    return this.#attempt(attempt, async () => {
      if (await this.#useStep(secret, attempt)) return true;
      return attempt.scope === 'account' && this.#useRecoveryCode(attempt);
    });
  }

  /** Checks a code of a secret that is not switched on yet. */
  async checkSecret(secret: Buffer, given: CodeAttempt): Promise<Result<null, CodeRefusal>> {
    const attempt = restoreZeros(given);
    return this.#attempt(attempt, () => this.#useStep(secret, attempt));
  }

  sealSecret(secret: Buffer, userId: UserId): Buffer {
    return this.#options.box.seal(secret, buildFactorContext(userId));
  }

  openSecret(sealed: Buffer, userId: UserId): Buffer {
    return this.#options.box.open(sealed, buildFactorContext(userId));
  }

  /** Computes the MACs that a recovery code may be stored as, the current one first; null for a text that cannot be one. */
  recoveryMacs(userId: UserId, code: string): readonly [Buffer, ...Buffer[]] | null {
    const key = toRecoveryKey(code);
    return key === null ? null : this.#options.box.macs(key, `recovery_code/${userId}`);
  }

  async #attempt(
    { user, origin }: CodeAttempt,
    isRight: () => Promise<boolean>,
  ): Promise<Result<null, CodeRefusal>> {
    const { userId } = user;
    const at = millis(this.#options.now());
    const claim = { userId, at, since: millis(at - dayMs), triesMax: wrongCodesPerDay };
    if (!(await claimTry(this.#options.database, claim))) return refuse('too_many_codes');
    if (await isRight()) {
      await giveTryBack(this.#options.database, userId, at);
      return accept(null);
    }
    await this.#options.securityLog.record(this.#options.database, {
      user,
      action: 'sign_in_code_failed',
      origin,
    });
    return refuse('code_wrong');
  }

  async #useStep(secret: Buffer, { user, code, scope }: CodeAttempt): Promise<boolean> {
    const step = findCodeStep(secret, code, this.#options.now());
    return step !== null && claimStep(this.#options.database, { userId: user.userId, scope, step });
  }

  async #useRecoveryCode({ user, code, origin }: CodeAttempt): Promise<boolean> {
    const { userId } = user;
    const macs = this.recoveryMacs(userId, code);
    if (macs === null) return false;
    return this.#options.database.transaction(async (tx) => {
      const isUsed = await useRecoveryCode(tx, { userId, macs, at: millis(this.#options.now()) });
      if (isUsed) await this.#options.securityLog.record(tx, { user, action: 'recovery_code_used', origin });
      return isUsed;
    });
  }
}

/** Restores leading zeros, which clients lose when they send a code as a number. */
function restoreZeros(attempt: CodeAttempt): CodeAttempt {
  const code = attempt.code.trim();
  return { ...attempt, code: /^\d{1,5}$/.test(code) ? code.padStart(6, '0') : code };
}

/** Builds the associated data under which the secret of a second factor is sealed. */
export function buildFactorContext(userId: UserId): string {
  return `second_factor/${userId}`;
}
