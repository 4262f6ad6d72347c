/** A customer's open sessions, for the customer to list and end (security rule S7). */
import { accept, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import type { Database } from '@salar/store';
import type { User } from '@salar/store/tables/customers/users';
import type { SecurityLog } from '../accounts/security-log.ts';
import { toDeviceName } from './device-names.ts';
import type { Origin } from '../ports/request-origin.ts';
import type { OpenSession, Session, SessionService } from './session-service.ts';

/** Any other text is not a session id and needs no look-up. */
const sessionIdPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type CustomerSessionsOptions = {
  readonly database: Database;
  readonly sessions: SessionService;
  readonly securityLog: SecurityLog;
};

export class CustomerSessions {
  readonly #options: CustomerSessionsOptions;

  constructor(options: CustomerSessionsOptions) {
    this.#options = options;
  }

  /** Lists sessions, the last used one first. */
  list(user: User): Promise<readonly OpenSession[]> {
    return this.#options.sessions.list(user.userId);
  }

  /** Ends one session at once; it may be the calling one. */
  async end(user: User, sessionId: string, origin: Origin): Promise<Result<null, 'session_unknown'>> {
    if (!sessionIdPattern.test(sessionId)) return refuse('session_unknown');
    const work = this.#options.database.transaction(async (tx) => {
      const ended = await this.#options.sessions.endOne(tx, user.userId, sessionId);
      if (!ended) return false;
      const object = toDeviceName(ended.agent);
      await this.#options.securityLog.record(tx, { user, action: 'session_ended', origin, object });
      return true;
    });
    const isEnded = await work.finally(() => this.#options.sessions.forget(user.userId));
    return isEnded ? accept(null) : refuse('session_unknown');
  }

  /** Ends all sessions except the calling one, including those of programs. */
  async endOthers({ user, sessionId }: Session, origin: Origin): Promise<void> {
    const work = this.#options.database.transaction(async (tx) => {
      await this.#options.sessions.endOthers(tx, user.userId, sessionId);
      await this.#options.securityLog.record(tx, { user, action: 'other_sessions_ended', origin });
    });
    await work.finally(() => this.#options.sessions.forget(user.userId));
  }
}
