/**
 * The one step that gives a session to a person (security rule F5): every way to sign in ends here, and no other code
 * begins a customer's session. What was proved is said by the caller and checked against what the customer switched on.
 */
import { assert } from '@salar/protocol';
import type { Database } from '@salar/store';
import type { User } from '@salar/store/tables/users';
import type { AccountOpener } from '../accounts/account-opener.ts';
import type { UserDirectory } from '../accounts/user-directory.ts';
import type { SecurityLog } from '../security-log/security-log.ts';
import type { Origin } from './origin.ts';
import type { SessionService } from './session-service.ts';

/** What a person proved. A passkey is a device and a finger or a code at once, and needs nothing beside it. */
export type Proof = 'password' | 'password_and_code' | 'password_and_passkey' | 'passkey';

export type Granted = { readonly token: string; readonly user: User };

export class SessionGrants {
  readonly #database: Database;
  readonly #users: UserDirectory;
  readonly #opener: AccountOpener;
  readonly #sessions: SessionService;
  readonly #securityLog: SecurityLog;
  readonly #isSecondFactorOn: (user: User) => Promise<boolean>;

  constructor(options: {
    readonly database: Database;
    readonly users: UserDirectory;
    readonly opener: AccountOpener;
    readonly sessions: SessionService;
    readonly securityLog: SecurityLog;
    readonly isSecondFactorOn: (user: User) => Promise<boolean>;
  }) {
    this.#database = options.database;
    this.#users = options.users;
    this.#opener = options.opener;
    this.#sessions = options.sessions;
    this.#securityLog = options.securityLog;
    this.#isSecondFactorOn = options.isSecondFactorOn;
  }

  /** Begins the session of a customer whose address is verified and who is not locked. */
  async grant(user: User, proof: Proof, origin: Origin): Promise<Granted> {
    assert(user.isEmailVerified && user.lockedAt === null, 'a session is for a verified, unlocked customer');
    const isEnough = proof !== 'password' || !(await this.#isSecondFactorOn(user));
    assert(isEnough, 'a password is not enough where a second factor is on');
    if (!user.isAccountOpen) await this.#opener.open(user);
    const current = (await this.#users.refresh(user.userId)) ?? user;
    const token = await this.#sessions.begin(current, origin);
    await this.#securityLog.note(this.#database, { user: current, action: 'sign_in', origin, detail: proof });
    return { token, user: current };
  }
}
