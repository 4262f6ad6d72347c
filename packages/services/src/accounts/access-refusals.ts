/**
 * Records requests for what belongs to another customer, or for what a key may not do (security rule X4): the first of an hour in
 * the customer's activity, and many in an hour as an alert, because somebody walks through numbers.
 */
import type { UserId } from '@salar/protocol';
import type { User } from '@salar/store/tables/customers/users';
import type { Database, Queryable } from '@salar/store';
import type { Log } from '../ports/log.ts';
import type { Origin } from '../ports/request-origin.ts';
import { HourlyCounts } from './hourly-counts.ts';
import type { SecurityLog } from './security-log.ts';

/** A client with a wrong setting is refused a few times; a search has hundreds. */
export const refusalsAlert = 50;

type AccessRefusalsOptions = {
  readonly database: Database;
  readonly securityLog: Pick<SecurityLog, 'record'>;
  readonly now: () => number;
  readonly log: Log;
};
type Refusal = {
  readonly user: Pick<User, 'userId' | 'email'>;
  readonly origin: Origin;
  readonly call: string;
};

export class AccessRefusals {
  readonly #options: AccessRefusalsOptions;
  readonly #counts: HourlyCounts<UserId>;

  constructor(options: AccessRefusalsOptions) {
    this.#options = options;
    this.#counts = new HourlyCounts(options.now);
  }

  /** Counts a refusal. Its record is written later, and a failure to write it is logged. */
  note(refusal: Refusal): void {
    const { database, log } = this.#options;
    const { userId } = refusal.user;
    const count = this.#counts.add(userId);
    if (count === 1)
      database
        .transaction((tx) => this.#record(tx, refusal))
        .catch((error: unknown) => log.warn({ userId, error: String(error) }, 'a refusal was not recorded'));
    if (count === refusalsAlert)
      log.error(
        { userId, call: refusal.call, ip: refusal.origin.ip },
        'ALERT: a customer sends many requests for what is not theirs',
      );
  }

  #record(tx: Queryable, { user, origin, call }: Refusal): Promise<void> {
    return this.#options.securityLog.record(tx, { user, action: 'access_refused', origin, object: call });
  }
}
