/** Resets a forgotten password: a mailed link, then a new password. The second factor stays (security rule F4). */
import { setTimeout as delay } from 'node:timers/promises';
import { accept, millis, refuse } from '@salar/protocol';
import type { Result, UserId } from '@salar/protocol';
import type { Database, Queryable } from '@salar/store';
import type { User } from '@salar/store/tables/customers/users';
import type { UserDirectory } from '../accounts/user-directory.ts';
import type { SecurityLog } from '../accounts/security-log.ts';
import type { MailedCodes } from '../sign-in/mailed-codes.ts';
import { toEmailKey, toUserNameKey } from '@salar/protocol/sign-up/names';
import type { Origin } from '../ports/request-origin.ts';
import type { CredentialEnd } from './credential-end.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { checkPassword } from '@salar/protocol/sign-up/password-rules';
import type { PasswordRefusal } from '@salar/protocol/sign-up/password-rules';
import type { DeviceRegistry } from '../sessions/device-registry.ts';
import type { SessionService } from '../sessions/session-service.ts';

export type ResetRefusal = 'code_invalid' | PasswordRefusal;

/** Answers about names that may not exist take at least this long, so that the duration reveals nothing. */
const sameTimeMs = 150;

type PasswordResetOptions = {
  readonly database: Database;
  readonly users: UserDirectory;
  readonly sessions: SessionService;
  readonly devices: DeviceRegistry;
  readonly hasher: PasswordHasher;
  readonly securityLog: SecurityLog;
  readonly codes: MailedCodes;
  readonly credentialEnd: CredentialEnd;
  readonly now: () => number;
};

export class PasswordReset {
  readonly #options: PasswordResetOptions;

  constructor(options: PasswordResetOptions) {
    this.#options = options;
  }

  /** Mails a reset link to a verified address. Reveals nothing about whether the name exists. */
  async request(login: string, origin: Origin): Promise<void> {
    await Promise.all([this.#mail(login, origin), delay(sameTimeMs)]);
  }

  async #mail(login: string, origin: Origin): Promise<void> {
    const user = await this.#options.users.records.findByLogin(this.#options.database, {
      userNameKey: toUserNameKey(login),
      emailKey: toEmailKey(login),
    });
    if (!user?.isEmailVerified) return;
    const { userId } = user;
    const { isKnownDevice } = await this.#options.devices.findTrust(userId, origin);
    const asker = { address: origin.ip, isKnownDevice };
    const at = millis(this.#options.now());
    await this.#options.database.transaction(async (tx) => {
      if (await this.#options.codes.send(tx, { userId, purpose: 'reset_password', at, asker }))
        await this.#options.securityLog.record(tx, { user, action: 'password_reset_requested', origin });
    });
  }

  /** Checks whether a mailed code still works, without using it. */
  async isCodeValid(userId: UserId, code: string): Promise<boolean> {
    const at = millis(this.#options.now());
    return this.#options.database.transaction((tx) =>
      this.#options.codes.isValid(tx, { userId, purpose: 'reset_password', code, at }),
    );
  }

  /**
   * Sets a new password by a mailed code. Ends every session, every API key, the passkeys of the last seven days, and a lock after
   * failures.
   */
  async reset(request: {
    readonly userId: UserId;
    readonly code: string;
    readonly password: string;
    readonly origin: Origin;
  }): Promise<Result<null, ResetRefusal>> {
    const { userId, code, password, origin } = request;
    // A wrong code must not cost a hash, and a weak password must not cost the code.
    const user = (await this.isCodeValid(userId, code))
      ? await this.#options.users.records.find(this.#options.database, userId)
      : null;
    if (!user) return refuse('code_invalid');
    const allowed = checkPassword(password, user);
    if (!allowed.ok) return allowed;
    const hash = await this.#options.hasher.hash(password, {
      account: `user ${userId}`,
      address: origin.ip,
      isKnownDevice: false,
    });
    let settle: (() => void) | null = null;
    const work = this.#options.database.transaction(async (tx) => {
      settle = await this.#replace(tx, { user, code, hash, origin });
      return settle !== null;
    });
    const isReplaced = await work.finally(() => {
      this.#options.users.forget(userId);
      this.#options.sessions.forget(userId);
      settle?.();
    });
    return isReplaced ? accept(null) : refuse('code_invalid');
  }

  async #replace(
    tx: Queryable,
    by: { readonly user: User; readonly code: string; readonly hash: string; readonly origin: Origin },
  ): Promise<(() => void) | null> {
    const { user, code, hash, origin } = by;
    const { userId } = user;
    const at = millis(this.#options.now());
    const taken = await this.#options.codes.consume(tx, { userId, purpose: 'reset_password', code, at });
    if (!taken.ok || taken.value === 'used_before') return null;
    await this.#options.users.records.replacePassword(tx, userId, hash);
    await this.#options.users.records.noteCredentialChange(tx, userId, at);
    await this.#options.sessions.endAll(tx, userId);
    const { credentials, settle } = await this.#options.credentialEnd.endAll(tx, { user, origin });
    await this.#options.securityLog.record(tx, { user, action: 'password_reset', origin, credentials });
    return settle;
  }
}
