/** Registration: creates a user, verifies the e-mail address by a mailed code, and then opens the account. */
import { setTimeout as delay } from 'node:timers/promises';
import { accept, millis, refuse } from '@salar/protocol';
import type { Result, UserId } from '@salar/protocol';
import type { Database } from '@salar/store';
import { insertAudit } from '@salar/store/tables/sign-in/audit';
import { deleteUnverifiedUsers, findTakenKey } from '@salar/store/tables/customers/users';
import type { User } from '@salar/store/tables/customers/users';
import { writeConfig } from '@salar/store/tables/customers/user-config';
import type { ConfigEntry } from '@salar/store/tables/customers/user-config';
import type { AccountOpener } from '../accounts/account-opener.ts';
import type { UserDirectory } from '../accounts/user-directory.ts';
import type { Log } from '../ports/log.ts';
import type { Origin } from '../ports/request-origin.ts';
import type { MailedCodes } from './mailed-codes.ts';
import { checkUserName, toEmailKey, isEmail, toUserNameKey } from '@salar/protocol/sign-up/names';
import type { UserNameRefusal } from '@salar/protocol/sign-up/names';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { checkPassword } from '@salar/protocol/sign-up/password-rules';
import type { PasswordRefusal } from '@salar/protocol/sign-up/password-rules';
import { checkConfig, configKeysMax } from '../accounts/user-config-rules.ts';
import type { ConfigRefusal } from '../accounts/user-config-rules.ts';

/** Listed in the order in which they are checked. */
export type RegisterRefusal =
  UserNameRefusal | 'email_malformed' | PasswordRefusal | ConfigRefusal | 'user_name_taken' | 'email_taken';

/** Answers about addresses that may not exist take at least this long, so that the duration reveals nothing. */
const sameTimeMs = 150;

type RegistrationServiceOptions = {
  readonly database: Database;
  readonly users: UserDirectory;
  readonly hasher: PasswordHasher;
  readonly opener: AccountOpener;
  readonly codes: MailedCodes;
  readonly now: () => number;
  readonly log: Log;
};

export class RegistrationService {
  readonly #options: RegistrationServiceOptions;

  constructor(options: RegistrationServiceOptions) {
    this.#options = options;
  }

  /** Registers a customer: the user row and the verification mail in one transaction. The journal has nothing of it yet. */
  async register(request: {
    readonly userName: string;
    readonly email: string;
    readonly password: string;
    readonly config: readonly ConfigEntry[];
    readonly requestIp: string;
    /** For seeds only: the address counts as verified and no mail is sent. */
    readonly isEmailVerified?: boolean;
  }): Promise<Result<User, RegisterRefusal>> {
    const { userName, email, password } = request;
    if (!isEmail(email)) return refuse('email_malformed');
    const name = checkUserName(userName, email);
    if (!name.ok) return name;
    const allowed = checkPassword(password, { userName, email });
    if (!allowed.ok) return allowed;
    const config = checkConfig(request.config);
    if (!config.ok) return config;
    const keys = { userNameKey: toUserNameKey(userName), emailKey: toEmailKey(email) };
    const taken = await findTakenKey(this.#options.database, keys);
    if (taken !== null) return refuse(taken);

    const passwordHash = await this.#options.hasher.hash(password, {
      account: `name ${keys.userNameKey}`,
      address: request.requestIp,
      isKnownDevice: false,
    });
    const at = millis(this.#options.now());
    const { records } = this.#options.users;
    const user = await this.#options.database.transaction(async (tx) => {
      const inserted = await records.insert(tx, { userName, email, ...keys, passwordHash, createdAt: at });
      if (typeof inserted === 'string') return inserted;
      if (request.config.length > 0) await writeConfig(tx, inserted.userId, request.config, configKeysMax);
      if (request.isEmailVerified === true) await records.markEmailVerified(tx, inserted.userId);
      else
        await this.#options.codes.send(tx, {
          userId: inserted.userId,
          purpose: 'verify_email',
          at,
          asker: null,
        });
      await insertAudit(tx, {
        at,
        userId: inserted.userId,
        requestIp: request.requestIp,
        action: 'registered',
      });
      return inserted;
    });
    if (typeof user === 'string') return refuse(user);
    if (request.isEmailVerified === true) await this.#openNow(user);
    return accept((await this.#options.users.refresh(user.userId)) ?? user);
  }

  /**
   * Verifies the address by the mailed code, and opens the account. Repeating it with the same code is accepted.
   *
   * The account is opened after the commit. If the writer is unavailable then, the address is still verified, and the account is
   * opened at the first sign-in or the next start.
   */
  async confirmEmail(userId: UserId, code: string): Promise<Result<null, 'code_invalid'>> {
    const at = millis(this.#options.now());
    const outcome = await this.#options.database.transaction(async (tx) => {
      const taken = await this.#options.codes.consume(tx, { userId, purpose: 'verify_email', code, at });
      if (!taken.ok || taken.value === 'used_before') return taken;
      await this.#options.users.records.markEmailVerified(tx, userId);
      await insertAudit(tx, { at, userId, requestIp: null, action: 'email_verified' });
      return taken;
    });
    if (!outcome.ok) return outcome;
    const user = await this.#options.users.refresh(userId);
    if (user?.isAccountOpen === false) await this.#openNow(user);
    return accept(null);
  }

  /** Mails a new code to an address that is not verified yet. Reveals nothing about whether the address is registered. */
  async resendCode(email: string, { ip }: Origin): Promise<void> {
    const at = millis(this.#options.now());
    const work = async () => {
      const emailKey = toEmailKey(email);
      const user = await this.#options.users.records.findByLogin(this.#options.database, {
        userNameKey: '',
        emailKey,
      });
      if (!user || user.isEmailVerified) return;
      await this.#options.database.transaction((tx) =>
        this.#options.codes.send(tx, {
          userId: user.userId,
          purpose: 'verify_email',
          at,
          asker: { address: ip, isKnownDevice: false }, // a customer without an address has signed in nowhere
        }),
      );
    };
    await Promise.all([work(), delay(sameTimeMs)]);
  }

  /** Finds a user by id, for seeds and local pages. */
  async find(userId: UserId): Promise<User | null> {
    return this.#options.users.records.find(this.#options.database, userId);
  }

  /** Deletes registrations whose address was not verified in time; the names are free again. */
  async sweep(): Promise<void> {
    await deleteUnverifiedUsers(this.#options.database);
  }

  async #openNow(user: User): Promise<void> {
    try {
      await this.#options.opener.open(user);
    } catch (error) {
      this.#options.log.warn(
        { userId: user.userId, error: String(error) },
        'opening a new account failed, will retry',
      );
    }
  }
}
