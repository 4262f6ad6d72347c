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
  lockNewestCodes,
  markCodesUsed,
} from '@salar/store/tables/sign-in/email-codes';
import type { CodePurpose, CodeRecord } from '@salar/store/tables/sign-in/email-codes';
import type { User } from '@salar/store/tables/customers/users';
import type { UserRecords } from '../accounts/user-records.ts';
import { createSecret, hashSecret } from '../crypto/tokens.ts';
import type { RowMacs } from '../crypto/row-macs.ts';
import type { Notification, Notifier } from '../ports/notifier.ts';
import { MailAskers } from './mail-askers.ts';

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
/**
 * The most mails of one purpose to one user within an hour (security rule E5). Those that devices without a sign-in may request leave
 * three to a device of the user's own.
 */
const mailsPerHour = { strangers: 6, inAll: 9 } as const;
/** All codes of an hour work, so that a stranger who requests others makes none of them invalid. */
const validMax = 10;

/** The sender of a request for a mail. */
export type CodeAsker = {
  readonly address: string;
  /** The customer has signed in from this device before. */
  readonly isKnownDevice: boolean;
};

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
  /** False only for load tests in the local profile: then connections have no limits of their own. */
  readonly isThrottled?: boolean;
};

export class MailedCodes {
  readonly #options: MailedCodesOptions;

  readonly #askers: MailAskers | null;

  constructor(options: MailedCodesOptions) {
    this.#options = options;
    this.#askers = (options.isThrottled ?? true) ? new MailAskers() : null;
  }

  /**
   * Creates a code and queues its mail.
   *
   * @param asker  null for a mail that follows from something else, such as a registration or a lock
   * @returns false, with nothing sent, when the user had too many of these mails within the hour, or the sender requested too many
   */
  async send(
    tx: Queryable,
    { userId, purpose, at, asker }: Omit<GivenCode, 'code'> & { readonly asker: CodeAsker | null },
  ): Promise<boolean> {
    const { records, notifier } = this.#options;
    const user = await records.lock(tx, userId); // serialises concurrent requests of one user
    if (user === null) return false;
    const isStranger = asker?.isKnownDevice === false;
    const sentMax = isStranger ? mailsPerHour.strangers : mailsPerHour.inAll;
    if ((await countCodesSince(tx, userId, purpose, millis(at - hour))) >= sentMax) return false;
    if (isStranger && this.#askers?.admit(asker.address, `${purpose} ${userId}`, at) === false) return false;
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
    await markCodesUsed(tx, given.userId, given.purpose, given.at);
    return accept('taken');
  }

  /** Checks whether a code would be accepted, without consuming it. */
  async isValid(tx: Queryable, given: GivenCode): Promise<boolean> {
    const record = await this.#find(tx, given);
    return record !== null && !record.isUsed && record.expiresAt > given.at;
  }

  /** Finds the code among the newest ones of the customer and purpose; null when it is not among them. */
  async #find(tx: Queryable, { userId, purpose, code }: GivenCode): Promise<CodeRecord | null> {
    const records = await lockNewestCodes(tx, userId, purpose, validMax);
    const user = await this.#options.records.find(tx, userId);
    if (user === null) return null;
    const isGiven = (record: CodeRecord) =>
      this.#options.macs.isSame(toHashed(code, { ...record, user, purpose }), record.codeHash);
    return records.find(isGiven) ?? null;
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
