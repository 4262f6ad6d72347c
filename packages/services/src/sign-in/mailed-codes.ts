/**
 * Codes in mailed links of the account: created, stored as a keyed hash in one transaction with their mail, and used once
 * (security rule E1).
 *
 * The hash covers the customer, the purpose, the times and the version of the password: nobody can write one without the key, a
 * code is worth nothing in another row, and one from before a new password does not come back.
 */
import { accept, millis, refuse } from '@salar/protocol';
import type { Millis, Result, UserId } from '@salar/protocol';
import type { Queryable } from '@salar/store';
import {
  countCodesSince,
  insertCode,
  markCodeUsed,
  lockNewestCode,
} from '@salar/store/tables/sign-in/email-codes';
import type { CodePurpose, CodeRecord } from '@salar/store/tables/sign-in/email-codes';
import type { User } from '@salar/store/tables/customers/users';
import type { UserRecords } from '../accounts/user-records.ts';
import { createSecret, hashSecret } from '../crypto/tokens.ts';
import type { RowMacs } from '../crypto/row-macs.ts';
import type { Notification, Notifier } from '../ports/notifier.ts';

const hour = 60 * 60_000;
const lifeMs: Readonly<Record<CodePurpose, number>> = {
  verify_email: 24 * hour,
  reset_password: hour / 2,
  unlock: 24 * hour,
};
/** The mail that carries a code. */
const mailKinds = {
  verify_email: 'verify_email',
  reset_password: 'reset_password',
  unlock: 'account_locked',
} as const satisfies Readonly<Record<CodePurpose, Notification['kind']>>;
/** The most mails of one purpose to one user within an hour (security rule E5). */
const mailsPerHour = 3;

type GivenCode = {
  readonly userId: UserId;
  readonly purpose: CodePurpose;
  readonly code: string;
  readonly at: Millis;
};

type MailedCodesOptions = {
  readonly records: UserRecords;
  readonly macs: RowMacs;
  readonly notifier: Notifier;
};

export class MailedCodes {
  readonly #options: MailedCodesOptions;

  constructor(options: MailedCodesOptions) {
    this.#options = options;
  }

  /**
   * Creates a code and queues its mail. Only the newest code works.
   *
   * @returns false, with nothing sent, when the user had three of these mails within the hour
   */
  async send(tx: Queryable, { userId, purpose, at }: Omit<GivenCode, 'code'>): Promise<boolean> {
    const { records, notifier } = this.#options;
    const user = await records.lock(tx, userId); // serialises concurrent requests of one user
    if (user === null) return false;
    if ((await countCodesSince(tx, userId, purpose, millis(at - hour))) >= mailsPerHour) return false;
    const code = createSecret();
    const times = { createdAt: at, expiresAt: millis(at + lifeMs[purpose]) };
    const codeHash = this.#options.macs.compute(toHashed(code, { user, purpose, ...times }));
    await insertCode(tx, { userId, purpose, codeHash, ...times });
    await notifier.enqueue(tx, {
      userId,
      to: user.email,
      dedupKey: `${purpose}:${userId}:${hashSecret(code).toString('hex', 0, 16)}`,
      notification: { kind: mailKinds[purpose], code },
    });
    return true;
  }

  /** Consumes a code that is right, not expired and not used. A used code has its own result, because links are opened twice. */
  async consume(tx: Queryable, given: GivenCode): Promise<Result<'taken' | 'used_before', 'code_invalid'>> {
    const record = await this.#find(tx, given);
    if (record === null) return refuse('code_invalid');
    if (record.isUsed) return accept('used_before');
    if (record.expiresAt <= given.at) return refuse('code_invalid');
    await markCodeUsed(tx, record.codeId, given.at);
    return accept('taken');
  }

  /** Checks whether a code would be accepted, without consuming it. */
  async isValid(tx: Queryable, given: GivenCode): Promise<boolean> {
    const record = await this.#find(tx, given);
    return record !== null && !record.isUsed && record.expiresAt > given.at;
  }

  /** Finds the newest code of a customer and purpose; null when it is another one. */
  async #find(tx: Queryable, { userId, purpose, code }: GivenCode): Promise<CodeRecord | null> {
    const record = await lockNewestCode(tx, userId, purpose);
    const user = await this.#options.records.find(tx, userId);
    if (record === null || user === null) return null;
    const hashed = toHashed(code, { ...record, user, purpose });
    return this.#options.macs.isSame(hashed, record.codeHash) ? record : null;
  }
}

/** Lists what the hash of a code covers. */
function toHashed(
  code: string,
  given: Pick<CodeRecord, 'createdAt' | 'expiresAt'> & { readonly user: User; readonly purpose: CodePurpose },
) {
  const { user, purpose, createdAt, expiresAt } = given;
  const columns = [user.userId, user.passwordVersion, purpose, createdAt, expiresAt, code];
  return { table: 'email_code', columns };
}
