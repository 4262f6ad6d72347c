/**
 * Changes the password of a customer who is signed in and gives the current one. Every other session ends, and with them what an
 * intruder may have added; this session continues under a new token.
 */
import { accept, millis, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import { checkPassword } from '@salar/protocol/sign-up/password-rules';
import type { PasswordRefusal } from '@salar/protocol/sign-up/password-rules';
import type { Database, Queryable } from '@salar/store';
import type { SecurityLog } from '../accounts/security-log.ts';
import type { UserDirectory } from '../accounts/user-directory.ts';
import type { Origin } from '../ports/request-origin.ts';
import type { Session, SessionService } from '../sessions/session-service.ts';
import type { PasswordVerifier } from '../sign-in/password-verifier.ts';
import type { Throttled } from '../sign-in/sign-in-throttle.ts';
import type { CredentialEnd } from './credential-end.ts';
import type { PasswordHasher } from './password-hasher.ts';

/** `session_over`: the session ended, or the customer was locked or has another password since the call began. */
export type PasswordChangeRefusal = PasswordRefusal | 'credentials_wrong' | 'locked' | 'session_over';

/** The session that changes the password, its token, and where the request comes from. */
type By = { readonly session: Session; readonly token: string; readonly origin: Origin };
type Changed = { readonly token: string; readonly settle: () => void };

type PasswordChangeOptions = {
  readonly database: Database;
  readonly users: UserDirectory;
  readonly sessions: SessionService;
  readonly passwords: PasswordVerifier;
  readonly hasher: PasswordHasher;
  readonly securityLog: SecurityLog;
  readonly credentialEnd: CredentialEnd;
  readonly now: () => number;
};

export class PasswordChange {
  readonly #options: PasswordChangeOptions;

  constructor(options: PasswordChangeOptions) {
    this.#options = options;
  }

  /** @returns the session's new token; the former one is invalid at once */
  async change(
    request: By & { readonly currentPassword: string; readonly password: string },
  ): Promise<Result<string, PasswordChangeRefusal> | Throttled> {
    const { session, origin, currentPassword, password } = request;
    const { user } = session;
    const { database, passwords, hasher, users, sessions } = this.#options;
    const allowed = checkPassword(password, user);
    if (!allowed.ok) return allowed;
    const checked = await passwords.check({ user, origin }, currentPassword);
    if (!checked.ok) return checked;
    const caller = { account: `user ${user.userId}`, address: origin.ip, isKnownDevice: true };
    const hash = await hasher.hash(password, caller);
    let settle: (() => void) | null = null;
    const work = database.transaction(async (tx) => {
      const changed = await this.#replace(tx, request, hash);
      settle = changed?.settle ?? null;
      return changed?.token ?? null;
    });
    const token = await work.finally(() => {
      users.forget(user.userId);
      sessions.forget(user.userId);
      settle?.();
    });
    return token === null ? refuse('session_over') : accept(token);
  }

  async #replace(tx: Queryable, { session, token, origin }: By, hash: string): Promise<Changed | null> {
    const { users, sessions, credentialEnd, securityLog, now } = this.#options;
    const { records } = users;
    const { userId } = session.user;
    const user = await records.lockUnchanged(tx, session.user);
    if (user === null) return null;
    const passwordVersion = user.passwordVersion + 1;
    const renewed = await sessions.renew(tx, user, token, { passwordVersion });
    if (renewed === null) return null;
    await records.replacePassword(tx, userId, hash);
    await records.noteCredentialChange(tx, userId, millis(now()));
    await sessions.endOthers(tx, userId, session.sessionId);
    const { credentials, settle } = await credentialEnd.endRecent(tx, { user, origin });
    await securityLog.record(tx, { user, action: 'password_changed', origin, credentials });
    return {
      token: renewed.token,
      settle: () => {
        renewed.settle();
        settle();
      },
    };
  }
}
