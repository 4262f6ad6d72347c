/**
 * Resets a second factor that was lost together with its recovery codes (security rule F4): two operators plan it, the owner
 * gets a mail and has three days to cancel. The first sign-in after that carries it out.
 */
import { accept, millis, refuse } from '@salar/protocol';
import type { Millis, Result, UserId } from '@salar/protocol';
import type { Database } from '@salar/store';
import type { User } from '@salar/store/tables/customers/users';
import type { SecurityLog } from '../accounts/security-log.ts';
import type { FactorRecords } from './factor-records.ts';
import { noOrigin } from '../ports/request-origin.ts';
import type { Origin } from '../ports/request-origin.ts';

/** How long the owner can cancel. */
export const resetWaitMs = 72 * 60 * 60_000;

export type ResetRefusal = 'not_on' | 'planned_already';

type FactorResetsOptions = {
  readonly database: Database;
  readonly factors: FactorRecords;
  readonly securityLog: SecurityLog;
  readonly now: () => number;
};

export class FactorResets {
  readonly #options: FactorResetsOptions;

  constructor(options: FactorResetsOptions) {
    this.#options = options;
  }

  /** Checks whether a reset could be planned, without planning it. */
  async check(userId: UserId): Promise<Result<null, ResetRefusal>> {
    const row = await this.#options.factors.find(this.#options.database, userId);
    if (row.enabledAt === null) return refuse('not_on');
    return row.resetDueAt === null ? accept(null) : refuse('planned_already');
  }

  /** Plans a reset and notifies the owner. @returns when it is due */
  async plan(user: User): Promise<Result<Millis, ResetRefusal>> {
    const dueAt = millis(this.#options.now() + resetWaitMs);
    const isPlanned = await this.#options.database.transaction(async (tx) => {
      const isChanged = await this.#options.factors.change(tx, user.userId, ({ enabledAt, resetDueAt }) =>
        enabledAt !== null && resetDueAt === null ? { resetDueAt: dueAt } : null,
      );
      if (!isChanged) return false;
      await this.#options.securityLog.record(tx, {
        user,
        action: 'second_factor_reset_planned',
        origin: noOrigin,
      });
      return true;
    });
    if (isPlanned) return accept(dueAt);
    const checked = await this.check(user.userId);
    return checked.ok ? refuse('not_on') : checked;
  }

  async cancel(user: User, origin: Origin): Promise<Result<null, 'none_planned'>> {
    return this.#options.database.transaction(async (tx) => {
      const isCanceled = await this.#options.factors.change(tx, user.userId, ({ resetDueAt }) =>
        resetDueAt === null ? null : { resetDueAt: null },
      );
      if (!isCanceled) return refuse('none_planned');
      await this.#options.securityLog.record(tx, { user, action: 'second_factor_reset_canceled', origin });
      return accept(null);
    });
  }
}
