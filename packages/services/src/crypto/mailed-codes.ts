/** Codes in mailed links: created, stored as a hash in one transaction with their mail, and used once (security rule E1). */
import { timingSafeEqual } from 'node:crypto';
import { accept, millis, refuse } from '@salar/protocol';
import type { Millis, Result } from '@salar/protocol';
import type { Queryable } from '@salar/store';
import {
  countCodesSince,
  insertCode,
  markCodeUsed,
  lockNewestCode,
} from '@salar/store/tables/sign-in/email-codes';
import type { CodePurpose } from '@salar/store/tables/sign-in/email-codes';
import { lockUserRow } from '@salar/store/tables/customers/users';
import type { User } from '@salar/store/tables/customers/users';
import type { Notification, Notifier } from '../ports/notifier.ts';
import { createSecret, hashSecret } from './tokens.ts';

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

/** The code goes into the mail, its hash into the database. */
export type MailedCode = { readonly code: string; readonly codeHash: Buffer; readonly expiresAt: Millis };

/** Creates the code of a mailed link that is sent at `at`. */
export function createMailedCode(at: Millis, codeLifeMs: number): MailedCode {
  const code = createSecret();
  return { code, codeHash: hashSecret(code), expiresAt: millis(at + codeLifeMs) };
}

/**
 * Creates a code and queues its mail. Only the newest code works.
 *
 * @returns false, with nothing sent, when the user had three of these mails within the hour
 */
export async function sendCode(
  tx: Queryable,
  options: {
    readonly user: User;
    readonly purpose: CodePurpose;
    readonly notifier: Notifier;
    readonly at: Millis;
  },
): Promise<boolean> {
  const { user, purpose, notifier, at } = options;
  await lockUserRow(tx, user.userId); // serialises concurrent requests of one user
  if ((await countCodesSince(tx, user.userId, purpose, millis(at - hour))) >= mailsPerHour) return false;
  const { code, codeHash, expiresAt } = createMailedCode(at, lifeMs[purpose]);
  await insertCode(tx, { userId: user.userId, purpose, codeHash, createdAt: at, expiresAt });
  await notifier.enqueue(tx, {
    userId: user.userId,
    to: user.email,
    dedupKey: `${purpose}:${user.userId}:${codeHash.toString('hex').slice(0, 32)}`,
    notification: { kind: mailKinds[purpose], code },
  });
  return true;
}

/** Consumes a code that is right, not expired and not used. A used code has its own result, because links are opened twice. */
export async function consumeCode(
  tx: Queryable,
  options: {
    readonly userId: User['userId'];
    readonly purpose: CodePurpose;
    readonly code: string;
    readonly at: Millis;
  },
): Promise<Result<'taken' | 'used_before', 'code_invalid'>> {
  const record = await lockNewestCode(tx, options.userId, options.purpose);
  if (!record || !timingSafeEqual(record.codeHash, hashSecret(options.code))) return refuse('code_invalid');
  if (record.isUsed) return accept('used_before');
  if (record.expiresAt <= options.at) return refuse('code_invalid');
  await markCodeUsed(tx, record.codeId, options.at);
  return accept('taken');
}

/** Checks whether a code would be accepted, without consuming it. */
export async function isCodeValid(
  tx: Queryable,
  options: {
    readonly userId: User['userId'];
    readonly purpose: CodePurpose;
    readonly code: string;
    readonly at: Millis;
  },
): Promise<boolean> {
  const record = await lockNewestCode(tx, options.userId, options.purpose);
  if (!record || record.isUsed || record.expiresAt <= options.at) return false;
  return timingSafeEqual(record.codeHash, hashSecret(options.code));
}
