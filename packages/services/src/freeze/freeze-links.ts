/**
 * The codes of links that freeze an account. Mails about security have one each, and all of them work for seven days.
 *
 * A code is a keyed hash with its own time of expiry, so nothing is stored. It covers how often the account was frozen before: once
 * an account is open again, the links of earlier mails do nothing.
 */
import { millis } from '@salar/protocol';
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '@salar/store';
import type { User } from '@salar/store/tables/customers/users';
import type { UserRecords } from '../accounts/user-records.ts';
import type { RowMacs } from '../crypto/row-macs.ts';

const lifeMs = 7 * 24 * 60 * 60_000;
const form = /^(?<expiry>[0-9a-z]{1,10})\.(?<mac>[A-Za-z0-9_-]{20,100})$/;

/** The columns of a customer that a code covers. */
type Owner = Pick<User, 'userId' | 'freezeCount'>;

type FreezeLinksOptions = {
  readonly records: UserRecords;
  readonly macs: RowMacs;
  readonly now: () => number;
};

export class FreezeLinks {
  readonly #options: FreezeLinksOptions;

  constructor(options: FreezeLinksOptions) {
    this.#options = options;
  }

  /** Creates a code; null for a customer whose row is refused. */
  async create(on: Queryable, userId: UserId): Promise<string | null> {
    const { records, macs, now } = this.#options;
    const user = await records.find(on, userId);
    if (user === null) return null;
    const expiresAt = millis(now() + lifeMs);
    return `${expiresAt.toString(36)}.${macs.compute(toHashed(user, expiresAt)).toString('base64url')}`;
  }

  /** Checks a code of the customer. */
  isValid(user: Owner, code: string): boolean {
    const { expiry, mac } = form.exec(code)?.groups ?? {};
    if (expiry === undefined || mac === undefined) return false;
    const expiresAt = millis(Number.parseInt(expiry, 36));
    if (expiresAt <= this.#options.now()) return false;
    return this.#options.macs.isSame(toHashed(user, expiresAt), Buffer.from(mac, 'base64url'));
  }
}

function toHashed({ userId, freezeCount }: Owner, expiresAt: Millis) {
  return { table: 'freeze_link', columns: [userId, freezeCount, expiresAt] };
}
