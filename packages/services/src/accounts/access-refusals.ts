/**
 * Records requests for what belongs to another customer, or for what a key may not do (security rule X4): the first of an hour in
 * the customer's activity, and many in an hour as an alert, because somebody walks through numbers.
 */
import type { User } from '@salar/store/tables/customers/users';
import type { Database, Queryable } from '@salar/store';
import { LRUCache } from 'lru-cache';
import type { Log } from '../ports/log.ts';
import type { Origin } from '../ports/request-origin.ts';
import type { SecurityLog } from './security-log.ts';

/** A client with a wrong setting is refused a few times; a search has hundreds. */
export const refusalsAlert = 50;
const hourMs = 60 * 60_000;
const customersMax = 10_000;

type AccessRefusalsOptions = {
  readonly database: Database;
  readonly securityLog: Pick<SecurityLog, 'record'>;
  readonly now: () => number;
  readonly log: Log;
};
type Hour = { readonly startedAt: number; count: number };
type Refusal = {
  readonly user: Pick<User, 'userId' | 'email'>;
  readonly origin: Origin;
  readonly call: string;
};

export class AccessRefusals {
  readonly #options: AccessRefusalsOptions;
  readonly #hours = new LRUCache<number, Hour>({ max: customersMax });

  constructor(options: AccessRefusalsOptions) {
    this.#options = options;
  }

  /** Counts a refusal. Its record is written later, and a failure to write it is logged. */
  note(refusal: Refusal): void {
    const { database, now, log } = this.#options;
    const { userId } = refusal.user;
    const last = this.#hours.get(userId);
    const isSameHour = last !== undefined && now() - last.startedAt < hourMs;
    const hour = isSameHour ? last : { startedAt: now(), count: 0 };
    hour.count += 1;
    this.#hours.set(userId, hour);
    if (hour.count === 1)
      database
        .transaction((tx) => this.#record(tx, refusal))
        .catch((error: unknown) => log.warn({ userId, error: String(error) }, 'a refusal was not recorded'));
    if (hour.count === refusalsAlert)
      log.error(
        { userId, call: refusal.call, ip: refusal.origin.ip },
        'ALERT: a customer sends many requests for what is not theirs',
      );
  }

  #record(tx: Queryable, { user, origin, call }: Refusal): Promise<void> {
    return this.#options.securityLog.record(tx, { user, action: 'access_refused', origin, object: call });
  }
}
