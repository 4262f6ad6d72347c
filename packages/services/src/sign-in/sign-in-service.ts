/** Sign-in by user name or e-mail and password, and sign-out. */
import { accept, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import type { Database } from '@salar/store';
import type { User } from '@salar/store/tables/customers/users';
import type { NextStep, SecondFactor } from '../second-factor/second-factor.ts';
import type { SecurityLog } from '../accounts/security-log.ts';
import type { UserRecords } from '../accounts/user-records.ts';
import { toEmailKey, toUserNameKey } from '@salar/protocol/sign-up/names';
import type { Origin } from '../ports/request-origin.ts';
import type { PasswordVerifier } from './password-verifier.ts';
import type { Granted, SessionGrants } from '../sessions/session-grants.ts';
import type { Session, SessionService } from '../sessions/session-service.ts';
import type { Throttled } from './sign-in-throttle.ts';

export type SignInRefusal = 'credentials_wrong' | 'locked' | 'email_not_verified';
/** The result of a right password: a session, or the next step. */
export type SignedIn = ({ readonly kind: 'session' } & Granted) | (NextStep & { readonly user: User });

type SignInServiceOptions = {
  readonly database: Database;
  readonly records: UserRecords;
  readonly sessions: SessionService;
  readonly passwords: PasswordVerifier;
  readonly grants: SessionGrants;
  readonly secondFactor: SecondFactor;
  readonly securityLog: SecurityLog;
};

export class SignInService {
  readonly #options: SignInServiceOptions;

  constructor(options: SignInServiceOptions) {
    this.#options = options;
  }

  /** Signs a customer in, or returns the step that remains after a right password. */
  async signIn(request: {
    readonly login: string;
    readonly password: string;
    readonly origin: Origin;
  }): Promise<Result<SignedIn, SignInRefusal> | Throttled> {
    const { login, password, origin } = request;
    this.#options.passwords.checkPlace(origin);
    const name = toUserNameKey(login);
    const found = await this.#options.records.findByLogin(this.#options.database, {
      userNameKey: name,
      emailKey: toEmailKey(login),
    });
    const checked = await this.#options.passwords.check(
      found ? { user: found, origin } : { user: null, name, origin },
      password,
    );
    if (!checked.ok) return checked;
    const user = checked.value;
    if (!user.isEmailVerified) return refuse('email_not_verified');
    const next = await this.#options.secondFactor.afterPassword(user, origin);
    if (next) return accept({ ...next, user });
    const granted = await this.#options.grants.grant(user, 'password', origin);
    return granted ? accept({ kind: 'session', ...granted }) : refuse('credentials_wrong');
  }

  /** Ends the session of a token; `session` is the session that it resolves to, if any. */
  async signOut(token: string, session: Session | null, origin: Origin): Promise<void> {
    await this.#options.sessions.end(token);
    if (session?.key === null)
      await this.#options.securityLog.record(this.#options.database, {
        user: session.user,
        action: 'signed_out',
        origin,
      });
  }
}
