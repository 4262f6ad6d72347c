/**
 * The second factor of customers: switched on by one right code of a new secret, off by one of the old, or where it was lost by
 * a reset that is due. Each change ends the customer's other sessions and starts the hold of withdrawals.
 */
import { accept, assert, millis, refuse } from '@salar/protocol';
import type { Millis, Result, SecurityAction, UserId } from '@salar/protocol';
import type { Database, Queryable } from '@salar/store';
import { insertCredentialChange } from '@salar/store/tables/tickets/acceptance';
import {
  countRecoveryCodesLeft,
  deleteRecoveryCodes,
  replaceRecoveryCodes,
} from '@salar/store/tables/sign-in/recovery-codes';
import {
  requestSecondFactorOff,
  findSecondFactor,
  isResetDue,
  storePendingSecret,
  switchOffSecondFactor,
  switchOnSecondFactor,
} from '@salar/store/tables/sign-in/second-factors';
import { findUserForChange } from '@salar/store/tables/customers/users';
import type { User } from '@salar/store/tables/customers/users';
import type { SealedBox } from '../crypto/sealed-box.ts';
import type { SecurityLog } from '../accounts/security-log.ts';
import { noOrigin } from '../ports/request-origin.ts';
import type { Origin } from '../ports/request-origin.ts';
import { lockUnchangedCustomer } from '../sessions/same-customer.ts';
import type { Session, SessionService } from '../sessions/session-service.ts';
import { CodeChecker } from './code-checker.ts';
import type { PendingSignIns } from './pending-sign-ins.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import type { CodeLane, CodeRefusal, NextStep, SecondFactor } from './second-factor.ts';
import { createEnrolment, createTotpSecret } from './totp.ts';

/** What was asked for is completed by a code within this time. */
const askLifeMs = 15 * 60_000;

export type Enrolment = { readonly qrPng: string; readonly manualCode: string };
export type SecondFactorState = {
  readonly isOn: boolean;
  readonly recoveryCodesLeft: number;
  readonly enabledAt: Millis | null;
  /** When it is switched off because it was lost; null when nobody asked. */
  readonly resetDueAt: Millis | null;
};
/** What a code completed. */
export type Switched = { readonly recoveryCodes: readonly string[] | null };

export class SecondFactorService implements SecondFactor {
  readonly #database: Database;
  readonly #sessions: SessionService;
  readonly #securityLog: SecurityLog;
  readonly #pending: PendingSignIns;
  readonly #checker: CodeChecker;
  readonly #isEnforced: boolean;
  readonly #now: () => number;

  constructor(options: {
    readonly database: Database;
    readonly box: SealedBox;
    readonly sessions: SessionService;
    readonly securityLog: SecurityLog;
    readonly pending: PendingSignIns;
    /** Nobody gets a session by password without one. */
    readonly isEnforced: boolean;
    readonly now: () => number;
  }) {
    this.#database = options.database;
    this.#sessions = options.sessions;
    this.#securityLog = options.securityLog;
    this.#pending = options.pending;
    this.#checker = new CodeChecker(options);
    this.#isEnforced = options.isEnforced;
    this.#now = options.now;
  }

  async isOn(userId: UserId, on: Queryable = this.#database): Promise<boolean> {
    return (await findSecondFactor(on, userId))?.enabledAt != null;
  }

  async afterPassword(user: User): Promise<NextStep | null> {
    await this.resetIfDue(user);
    const kind = (await this.isOn(user.userId)) ? 'second_factor' : 'enrolment';
    if (kind === 'enrolment' && !this.#isEnforced) return null;
    return { kind, pendingToken: await this.#pending.begin(user, kind) };
  }

  check(user: User, code: string, lane: CodeLane, origin: Origin): Promise<Result<null, CodeRefusal>> {
    return this.#checker.check({ user, code, lane, origin });
  }

  async findState(userId: UserId): Promise<SecondFactorState> {
    const row = await findSecondFactor(this.#database, userId);
    if (row?.enabledAt == null)
      return { isOn: false, recoveryCodesLeft: 0, enabledAt: null, resetDueAt: null };
    const recoveryCodesLeft = await countRecoveryCodesLeft(this.#database, userId);
    return { isOn: true, recoveryCodesLeft, enabledAt: row.enabledAt, resetDueAt: row.resetDueAt };
  }

  /** First half of switching on: a new secret, which protects nothing until a code of it was right. */
  async beginOn(user: User): Promise<Result<Enrolment, 'already_on'>> {
    const { userId } = user;
    const secret = createTotpSecret();
    const sealed = this.#checker.sealSecret(secret, userId);
    const isKept = await storePendingSecret(this.#database, { userId, secret: sealed, at: this.#at() });
    return isKept ? accept(await createEnrolment(secret, user.userName)) : refuse('already_on');
  }

  /** First half of switching off, by the session that will give the code. */
  async beginOff({ user, sessionId }: Session): Promise<Result<null, 'not_on'>> {
    const isOn = await requestSecondFactorOff(this.#database, {
      userId: user.userId,
      sessionId,
      at: this.#at(),
    });
    return isOn ? accept(null) : refuse('not_on');
  }

  /** Second half, whichever of the two the session asked for. A code that completes nothing is not looked at. */
  async finish(session: Session, code: string, origin: Origin): Promise<Result<Switched, CodeRefusal>> {
    const { user, sessionId } = session;
    const row = await findSecondFactor(this.#database, user.userId);
    if (row?.enabledAt == null) return this.finishOn(user, { code, origin, keptSessionId: sessionId });
    if (row.offAskedBy !== sessionId || !this.#isFresh(row.offAskedAt)) return refuse('code_wrong');
    const checked = await this.check(user, code, 'account', origin);
    if (!checked.ok) return checked;
    const work = this.#database.transaction(async (tx) => {
      if (!(await lockUnchangedCustomer(tx, user))) return false;
      if (await switchOffSecondFactor(tx, user.userId))
        await this.#switchedOff(tx, user, { action: 'second_factor_off', origin, keptSessionId: sessionId });
      return true;
    });
    const isOff = await work.finally(() => this.#sessions.forget(user.userId));
    return isOff ? accept({ recoveryCodes: null }) : refuse('code_wrong');
  }

  /** Switches on by a code of the new secret. Gives the recovery codes, which nobody can read again. */
  async finishOn(
    user: User,
    request: { readonly code: string; readonly origin: Origin; readonly keptSessionId: string | null },
  ): Promise<Result<{ readonly recoveryCodes: readonly string[] }, CodeRefusal>> {
    const { userId } = user;
    const { code, origin, keptSessionId } = request;
    const row = await findSecondFactor(this.#database, userId);
    const sealed = row?.secret;
    if (sealed == null || row?.enabledAt != null || !this.#isFresh(row?.madeAt ?? null))
      return refuse('code_wrong');
    const secret = this.#checker.openSecret(sealed, userId);
    const checked = await this.#checker.checkSecret(secret, { user, code, lane: 'account', origin });
    if (!checked.ok) return checked;
    const recoveryCodes = createRecoveryCodes();
    const work = this.#database.transaction(async (tx) => {
      if (!(await lockUnchangedCustomer(tx, user))) return false;
      if (!(await switchOnSecondFactor(tx, { userId, secret: sealed, at: this.#at() }))) return false;
      await replaceRecoveryCodes(tx, userId, this.#macsOf(userId, recoveryCodes));
      await this.#changed(tx, user, { action: 'second_factor_on', origin, keptSessionId });
      return true;
    });
    const isOn = await work.finally(() => this.#sessions.forget(userId));
    return isOn ? accept({ recoveryCodes }) : refuse('code_wrong');
  }

  /** Ten new recovery codes in place of all former ones. */
  async renewRecoveryCodes(
    user: User,
    code: string,
    origin: Origin,
  ): Promise<Result<readonly string[], CodeRefusal>> {
    const checked = await this.check(user, code, 'account', origin);
    if (!checked.ok) return checked;
    const codes = createRecoveryCodes();
    await this.#database.transaction(async (tx) => {
      await replaceRecoveryCodes(tx, user.userId, this.#macsOf(user.userId, codes));
      await this.#securityLog.record(tx, { user, action: 'recovery_codes_made', origin });
    });
    return accept(codes);
  }

  /** Switches a lost factor off when its three days are over: at the next sign-in. */
  async resetIfDue(user: User): Promise<void> {
    let isReset = false;
    const work = this.#database.transaction(async (tx) => {
      await findUserForChange(tx, user.userId);
      if (!(await isResetDue(tx, user.userId, this.#at()))) return;
      isReset = true;
      await switchOffSecondFactor(tx, user.userId);
      const change = { action: 'second_factor_reset', origin: noOrigin, keptSessionId: null } as const;
      await this.#switchedOff(tx, user, change);
    });
    await work.finally(() => {
      if (isReset) this.#sessions.forget(user.userId);
    });
  }

  async #switchedOff(tx: Queryable, user: User, change: Change): Promise<void> {
    await deleteRecoveryCodes(tx, user.userId);
    await this.#changed(tx, user, change);
  }

  /** The customer's row is locked: a session that is being granted is there to be ended, or not granted. */
  async #changed(tx: Queryable, user: User, { action, origin, keptSessionId }: Change): Promise<void> {
    const { userId } = user;
    await insertCredentialChange(tx, { userId, kind: 'second_factor', at: this.#at() });
    await this.#sessions.endOthers(tx, userId, keptSessionId);
    await this.#securityLog.record(tx, { user, action, origin });
  }

  #macsOf(userId: UserId, codes: readonly string[]): readonly Buffer[] {
    return codes.map((code) => {
      const mac = this.#checker.recoveryMac(userId, code);
      assert(mac !== null, 'a recovery code of ours can be read');
      return mac;
    });
  }

  #isFresh(askedAt: Millis | null): boolean {
    return askedAt !== null && this.#now() - askedAt < askLifeMs;
  }

  #at(): Millis {
    return millis(this.#now());
  }
}

type Change = {
  readonly action: SecurityAction;
  readonly origin: Origin;
  readonly keptSessionId: string | null;
};
