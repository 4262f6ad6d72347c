/**
 * The second factor of customers: switched on by one right code of a new secret, off by one of the old, or after a loss by a
 * due reset. Each change ends the customer's other sessions and starts the hold of withdrawals.
 */
import { accept, assert, millis, refuse } from '@salar/protocol';
import type { Millis, Result, SecurityAction, UserId } from '@salar/protocol';
import type { Database, Queryable } from '@salar/store';
import {
  countRecoveryCodesLeft,
  deleteRecoveryCodes,
  replaceRecoveryCodes,
} from '@salar/store/tables/sign-in/recovery-codes';
import type { User } from '@salar/store/tables/customers/users';
import type { SealedBox } from '../crypto/sealed-box.ts';
import type { SecurityLog } from '../accounts/security-log.ts';
import type { UserRecords } from '../accounts/user-records.ts';
import { noOrigin } from '../ports/request-origin.ts';
import type { Origin } from '../ports/request-origin.ts';
import type { Session, SessionService } from '../sessions/session-service.ts';
import { CodeChecker } from './code-checker.ts';
import { factorOff } from './factor-records.ts';
import type { FactorRecords } from './factor-records.ts';
import type { PendingSignIns } from './pending-sign-ins.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import type { CodeScope, CodeRefusal, NextStep, SecondFactor } from './second-factor.ts';
import { createEnrolment, createTotpSecret } from './totp.ts';

/** How long a requested change can be completed by a code. */
const requestLifeMs = 15 * 60_000;

export type Enrolment = { readonly qrPng: string; readonly manualCode: string };
export type SecondFactorState = {
  readonly isOn: boolean;
  readonly recoveryCodesLeft: number;
  readonly enabledAt: Millis | null;
  /** When a lost factor will be switched off; null without a planned reset. */
  readonly resetDueAt: Millis | null;
};
/** The result of a completed change. */
export type SwitchResult = { readonly recoveryCodes: readonly string[] | null };

type SecondFactorServiceOptions = {
  readonly database: Database;
  readonly records: UserRecords;
  readonly factors: FactorRecords;
  readonly box: SealedBox;
  readonly sessions: SessionService;
  readonly securityLog: SecurityLog;
  readonly pending: PendingSignIns;
  /** When true, a password alone never opens a session. */
  readonly isEnforced: boolean;
  readonly now: () => number;
};

export class SecondFactorService implements SecondFactor {
  readonly #options: SecondFactorServiceOptions;
  readonly #checker: CodeChecker;

  constructor(options: SecondFactorServiceOptions) {
    this.#options = options;
    this.#checker = new CodeChecker(options);
  }

  isOn(userId: UserId, on?: Queryable): Promise<boolean> {
    return this.#checker.isOn(userId, on);
  }

  async afterPassword(user: User): Promise<NextStep | null> {
    await this.resetIfDue(user);
    const kind = (await this.isOn(user.userId)) ? 'second_factor' : 'enrolment';
    if (kind === 'enrolment' && !this.#options.isEnforced) return null;
    return { kind, pendingToken: await this.#options.pending.begin(user, kind) };
  }

  check(user: User, code: string, scope: CodeScope, origin: Origin): Promise<Result<null, CodeRefusal>> {
    return this.#checker.check({ user, code, scope, origin });
  }

  async findState(userId: UserId): Promise<SecondFactorState> {
    const row = await this.#options.factors.find(this.#options.database, userId);
    if (row.enabledAt === null)
      return { isOn: false, recoveryCodesLeft: 0, enabledAt: null, resetDueAt: null };
    const recoveryCodesLeft = await countRecoveryCodesLeft(this.#options.database, userId);
    return { isOn: true, recoveryCodesLeft, enabledAt: row.enabledAt, resetDueAt: row.resetDueAt };
  }

  /** Begins switching on: creates a secret, which protects nothing until a code of it was right. */
  async beginOn(user: User): Promise<Result<Enrolment, 'already_on'>> {
    const { userId } = user;
    const secret = createTotpSecret();
    const sealed = this.#checker.sealSecret(secret, userId);
    const isStored = await this.#change(userId, ({ enabledAt }) =>
      enabledAt === null ? { secret: sealed, madeAt: this.#readTime() } : null,
    );
    return isStored ? accept(await createEnrolment(secret, user.userName)) : refuse('already_on');
  }

  /** Begins switching off, from the session that will send the code. */
  async beginOff({ user, sessionId }: Session): Promise<Result<null, 'not_on'>> {
    const isOn = await this.#change(user.userId, ({ enabledAt }) =>
      enabledAt === null ? null : { offRequestedBy: sessionId, offRequestedAt: this.#readTime() },
    );
    return isOn ? accept(null) : refuse('not_on');
  }

  /** Completes the change that the session requested. A code that completes nothing is not checked. */
  async finish(session: Session, code: string, origin: Origin): Promise<Result<SwitchResult, CodeRefusal>> {
    const { user, sessionId } = session;
    const row = await this.#options.factors.find(this.#options.database, user.userId);
    if (row.enabledAt === null) return this.finishOn(user, { code, origin, keptSessionId: sessionId });
    if (row.offRequestedBy !== sessionId || !this.#isFresh(row.offRequestedAt)) return refuse('code_wrong');
    const checked = await this.check(user, code, 'account', origin);
    if (!checked.ok) return checked;
    const work = this.#options.database.transaction(async (tx) => {
      if (!(await this.#options.records.lockUnchanged(tx, user))) return false;
      const { factors } = this.#options;
      if (await factors.change(tx, user.userId, ({ enabledAt }) => (enabledAt === null ? null : factorOff)))
        await this.#onSwitchedOff(tx, user, {
          action: 'second_factor_off',
          origin,
          keptSessionId: sessionId,
        });
      return true;
    });
    const isOff = await work.finally(() => this.#options.sessions.forget(user.userId));
    return isOff ? accept({ recoveryCodes: null }) : refuse('code_wrong');
  }

  /** Switches on by a code of the new secret. @returns the recovery codes, which cannot be read again */
  async finishOn(
    user: User,
    request: { readonly code: string; readonly origin: Origin; readonly keptSessionId: string | null },
  ): Promise<Result<{ readonly recoveryCodes: readonly string[] }, CodeRefusal>> {
    const { userId } = user;
    const { code, origin, keptSessionId } = request;
    const row = await this.#options.factors.find(this.#options.database, userId);
    const { secret: sealed } = row;
    if (sealed === null || row.enabledAt !== null || !this.#isFresh(row.madeAt)) return refuse('code_wrong');
    const secret = this.#checker.openSecret(sealed, userId);
    const checked = await this.#checker.checkSecret(secret, { user, code, scope: 'account', origin });
    if (!checked.ok) return checked;
    const recoveryCodes = createRecoveryCodes();
    const work = this.#options.database.transaction(async (tx) => {
      if (!(await this.#options.records.lockUnchanged(tx, user))) return false;
      const isSwitched = await this.#options.factors.change(tx, userId, (state) =>
        state.enabledAt === null && state.secret?.equals(sealed) === true
          ? { enabledAt: this.#readTime() }
          : null,
      );
      if (!isSwitched) return false;
      await replaceRecoveryCodes(tx, userId, this.#computeMacs(userId, recoveryCodes));
      await this.#onChanged(tx, user, { action: 'second_factor_on', origin, keptSessionId });
      return true;
    });
    const isOn = await work.finally(() => this.#options.sessions.forget(userId));
    return isOn ? accept({ recoveryCodes }) : refuse('code_wrong');
  }

  /** Replaces all recovery codes by ten new ones. */
  async renewRecoveryCodes(
    user: User,
    code: string,
    origin: Origin,
  ): Promise<Result<readonly string[], CodeRefusal>> {
    const checked = await this.check(user, code, 'account', origin);
    if (!checked.ok) return checked;
    const codes = createRecoveryCodes();
    await this.#options.database.transaction(async (tx) => {
      await replaceRecoveryCodes(tx, user.userId, this.#computeMacs(user.userId, codes));
      await this.#options.securityLog.record(tx, { user, action: 'recovery_codes_made', origin });
    });
    return accept(codes);
  }

  /** Switches a lost factor off at the first sign-in after its three days. */
  async resetIfDue(user: User): Promise<void> {
    let isReset = false;
    const work = this.#options.database.transaction(async (tx) => {
      const at = this.#readTime();
      isReset = await this.#options.factors.change(tx, user.userId, ({ resetDueAt }) =>
        resetDueAt !== null && resetDueAt <= at ? factorOff : null,
      );
      if (!isReset) return;
      const change = { action: 'second_factor_reset', origin: noOrigin, keptSessionId: null } as const;
      await this.#onSwitchedOff(tx, user, change);
    });
    await work.finally(() => {
      if (isReset) this.#options.sessions.forget(user.userId);
    });
  }

  async #onSwitchedOff(tx: Queryable, user: User, change: Change): Promise<void> {
    await deleteRecoveryCodes(tx, user.userId);
    await this.#onChanged(tx, user, change);
  }

  /** Runs with the customer's row locked, so that a session that is being granted is either ended or refused. */
  async #onChanged(tx: Queryable, user: User, { action, origin, keptSessionId }: Change): Promise<void> {
    const { userId } = user;
    await this.#options.records.noteCredentialChange(tx, userId, this.#readTime());
    await this.#options.sessions.endOthers(tx, userId, keptSessionId);
    await this.#options.securityLog.record(tx, { user, action, origin });
  }

  #change(userId: UserId, decide: Parameters<FactorRecords['change']>[2]): Promise<boolean> {
    const { database, factors } = this.#options;
    return database.transaction((tx) => factors.change(tx, userId, decide));
  }

  #computeMacs(userId: UserId, codes: readonly string[]): readonly Buffer[] {
    return codes.map((code) => {
      const macs = this.#checker.recoveryMacs(userId, code);
      assert(macs !== null, 'a created recovery code is valid');
      return macs[0];
    });
  }

  #isFresh(requestedAt: Millis | null): boolean {
    return requestedAt !== null && this.#options.now() - requestedAt < requestLifeMs;
  }

  #readTime(): Millis {
    return millis(this.#options.now());
  }
}

type Change = {
  readonly action: SecurityAction;
  readonly origin: Origin;
  readonly keptSessionId: string | null;
};
