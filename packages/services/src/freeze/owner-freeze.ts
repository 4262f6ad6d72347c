/**
 * Freezes an account for its owner, by the link of a mail: every session ends, API keys and passkeys stop, and withdrawals that wait
 * are canceled. A password reset or an operator opens it.
 */
import { accept, millis, refuse } from '@salar/protocol';
import type { Result, UserId } from '@salar/protocol';
import type { Database } from '@salar/store';
import type { User } from '@salar/store/tables/customers/users';
import type { SecurityLog } from '../accounts/security-log.ts';
import type { UserDirectory } from '../accounts/user-directory.ts';
import type { Origin } from '../ports/request-origin.ts';
import type { SessionService } from '../sessions/session-service.ts';
import { cancelableStates } from '../withdrawals/transitions.ts';
import type { WithdrawalCalls } from '../withdrawals/withdrawal-service.ts';
import type { FreezeLinks } from './freeze-links.ts';

const pageSize = 100;

type OwnerFreezeOptions = {
  readonly database: Database;
  readonly users: UserDirectory;
  readonly sessions: SessionService;
  readonly securityLog: SecurityLog;
  readonly withdrawals: Pick<WithdrawalCalls, 'list' | 'cancel'>;
  readonly links: FreezeLinks;
  readonly now: () => number;
};

export class OwnerFreeze {
  readonly #options: OwnerFreezeOptions;

  constructor(options: OwnerFreezeOptions) {
    this.#options = options;
  }

  /** Freezes the account. The link of a frozen account cancels what a crash left waiting. */
  async freeze(request: {
    readonly userId: UserId;
    readonly code: string;
    readonly origin: Origin;
  }): Promise<Result<null, 'code_invalid'>> {
    const { database, users, sessions } = this.#options;
    const { userId, origin } = request;
    const work = database.transaction((tx) => this.#freeze(tx, request));
    const user = await work.finally(() => {
      users.forget(userId);
      sessions.forget(userId);
    });
    if (user === null) return refuse('code_invalid');
    await this.#cancelWithdrawals(user, origin);
    return accept(null);
  }

  async #freeze(
    tx: Parameters<SessionService['endAll']>[0],
    { userId, code, origin }: Parameters<OwnerFreeze['freeze']>[0],
  ): Promise<User | null> {
    const { users, sessions, securityLog, links, now } = this.#options;
    const user = await users.records.lock(tx, userId);
    if (user === null || !links.isValid(user, code)) return null;
    if (user.isFrozen) return user;
    const at = millis(now());
    await users.records.freeze(tx, userId, at);
    await users.records.noteCredentialChange(tx, userId, at);
    await sessions.endAll(tx, userId);
    await securityLog.record(tx, { user, action: 'account_frozen', origin });
    return user;
  }

  async #cancelWithdrawals({ accountId }: User, { ip }: Origin): Promise<void> {
    const { withdrawals } = this.#options;
    for (let startIndex = 0; ; startIndex += pageSize) {
      const page = await withdrawals.list({ accountId, startIndex, limit: pageSize });
      for (const { status, requestCode } of page)
        if ((cancelableStates as readonly string[]).includes(status))
          await withdrawals.cancel({
            accountId,
            requestCode,
            requestIp: ip === '' ? null : ip,
            credential: { kind: 'frozen account' },
          });
      if (page.length < pageSize) return;
    }
  }
}
