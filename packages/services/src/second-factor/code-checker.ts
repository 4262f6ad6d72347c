/**
 * Checks codes of a second factor that is on. A try is claimed before the code is looked at and given back when it was
 * right, so that parallel guessers share the tries of a day (security rule F2).
 */
import { accept, millis, refuse } from '@salar/protocol';
import type { Result, UserId } from '@salar/protocol';
import type { Database } from '@salar/store';
import { useRecoveryCode } from '@salar/store/tables/sign-in/recovery-codes';
import {
  claimStep,
  claimTry,
  findSecondFactor,
  giveTryBack,
} from '@salar/store/tables/sign-in/second-factors';
import type { User } from '@salar/store/tables/customers/users';
import type { SealedBox } from '../crypto/sealed-box.ts';
import type { SecurityLog } from '../accounts/security-log.ts';
import type { Origin } from '../ports/request-origin.ts';
import { toRecoveryKey } from './recovery-codes.ts';
import type { CodeLane, CodeRefusal } from './second-factor.ts';
import { findCodeStep } from './totp.ts';

/** Wrong codes of one customer within a day, for whatever they were typed. */
export const wrongCodesPerDay = 20;
const dayMs = 24 * 60 * 60_000;

export type Typed = {
  readonly user: User;
  readonly code: string;
  readonly lane: CodeLane;
  readonly origin: Origin;
};

export class CodeChecker {
  readonly #database: Database;
  readonly #box: SealedBox;
  readonly #securityLog: SecurityLog;
  readonly #now: () => number;

  constructor(options: {
    readonly database: Database;
    readonly box: SealedBox;
    readonly securityLog: SecurityLog;
    readonly now: () => number;
  }) {
    this.#database = options.database;
    this.#box = options.box;
    this.#securityLog = options.securityLog;
    this.#now = options.now;
  }

  /** Checks a code of the app, or in the lane of the account a recovery code, which is used up by it. */
  async check(given: Typed): Promise<Result<null, CodeRefusal>> {
    const typed = withZeros(given);
    const { user } = typed;
    const row = await findSecondFactor(this.#database, user.userId);
    if (row?.secret == null || row.enabledAt === null) return refuse('code_wrong');
    const secret = this.openSecret(row.secret, user.userId);
    return this.#try(typed, async () => {
      if (await this.#takeStep(secret, typed)) return true;
      return typed.lane === 'account' && this.#takeRecoveryCode(typed);
    });
  }

  /** Checks a code of a secret that is not switched on yet. */
  async checkSecret(secret: Buffer, given: Typed): Promise<Result<null, CodeRefusal>> {
    const typed = withZeros(given);
    return this.#try(typed, () => this.#takeStep(secret, typed));
  }

  sealSecret(secret: Buffer, userId: UserId): Buffer {
    return this.#box.seal(secret, buildSecretContext(userId));
  }

  openSecret(sealed: Buffer, userId: UserId): Buffer {
    return this.#box.open(sealed, buildSecretContext(userId));
  }

  /** What is kept of a recovery code; null for a text that cannot be one. */
  recoveryMac(userId: UserId, code: string): Buffer | null {
    const key = toRecoveryKey(code);
    return key === null ? null : this.#box.mac(key, `recovery_code/${userId}`);
  }

  async #try({ user, origin }: Typed, isRight: () => Promise<boolean>): Promise<Result<null, CodeRefusal>> {
    const { userId } = user;
    const at = millis(this.#now());
    const claim = { userId, at, since: millis(at - dayMs), triesMax: wrongCodesPerDay };
    if (!(await claimTry(this.#database, claim))) return refuse('too_many_codes');
    if (await isRight()) {
      await giveTryBack(this.#database, userId, at);
      return accept(null);
    }
    await this.#securityLog.record(this.#database, { user, action: 'sign_in_code_failed', origin });
    return refuse('code_wrong');
  }

  async #takeStep(secret: Buffer, { user, code, lane }: Typed): Promise<boolean> {
    const step = findCodeStep(secret, code, this.#now());
    return step !== null && claimStep(this.#database, { userId: user.userId, lane, step });
  }

  async #takeRecoveryCode({ user, code, origin }: Typed): Promise<boolean> {
    const { userId } = user;
    const mac = this.recoveryMac(userId, code);
    if (mac === null) return false;
    return this.#database.transaction(async (tx) => {
      const isTaken = await useRecoveryCode(tx, { userId, mac, at: millis(this.#now()) });
      if (isTaken) await this.#securityLog.record(tx, { user, action: 'recovery_code_used', origin });
      return isTaken;
    });
  }
}

/** Some clients send a code as a number, which loses its leading zeros. */
function withZeros(typed: Typed): Typed {
  const code = typed.code.trim();
  return { ...typed, code: /^\d{1,5}$/.test(code) ? code.padStart(6, '0') : code };
}

function buildSecretContext(userId: UserId): string {
  return `second_factor/${userId}`;
}
