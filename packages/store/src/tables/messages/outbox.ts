/** Outgoing mail. A row is written in the transaction of its cause; one worker claims, sends and ends it. */
import { userId } from '@salar/protocol';
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';

export type NewOutboxMail = {
  /** One mail for each key, ever: a repeat changes nothing. */
  readonly dedupKey: string;
  readonly userId: UserId;
  readonly recipient: string;
  readonly kind: string;
  readonly language: string;
  /** The sealed content. */
  readonly sealed: Buffer;
  readonly createdAt: Millis;
};

export type OutboxMail = {
  readonly mailId: number;
  readonly dedupKey: string;
  readonly userId: UserId;
  readonly recipient: string;
  readonly kind: string;
  readonly language: string;
  readonly sealed: Buffer;
  /** Including this attempt. */
  readonly attempts: number;
};

/** Queues a mail. Returns false when its key was queued before. */
export async function insertOutboxMail(tx: Queryable, mail: NewOutboxMail): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO mail_outbox (dedup_key, user_id, recipient, kind, language, sealed, due_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7) ON CONFLICT (dedup_key) DO NOTHING RETURNING mail_id`,
    [mail.dedupKey, mail.userId, mail.recipient, mail.kind, mail.language, mail.sealed, mail.createdAt],
  );
  return rows.length > 0;
}

/** Counts the mails of the given kinds that an address was sent since a time. */
export async function countOutboxMailsSince(
  on: Queryable,
  recipient: string,
  kinds: readonly string[],
  since: number,
): Promise<number> {
  const rows = await on.query<{ count: number }>(
    'SELECT count(*) AS count FROM mail_outbox WHERE recipient = $1 AND kind = ANY ($2) AND created_at >= $3',
    [recipient, kinds, since],
  );
  return rows[0]?.count ?? 0;
}

/**
 * Claims mails that are due, oldest first, until `leaseUntil`.
 *
 * When the worker dies meanwhile, the next one claims them after that time.
 */
export async function claimOutboxMails(
  on: Queryable,
  options: { readonly at: number; readonly leaseUntil: number; readonly limit: number },
): Promise<readonly OutboxMail[]> {
  const rows = await on.query<Omit<OutboxMail, 'userId'> & { userId: number }>(
    `UPDATE mail_outbox SET attempts = attempts + 1, due_at = $2
     WHERE mail_id IN (
       SELECT mail_id FROM mail_outbox WHERE status = 'waiting' AND due_at <= $1
       ORDER BY due_at, mail_id LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING mail_id AS "mailId", dedup_key AS "dedupKey", user_id AS "userId", recipient, kind, language, sealed, attempts`,
    [options.at, options.leaseUntil, options.limit],
    'claim_outbox_mails',
  );
  return rows
    .map((row) => ({ ...row, userId: userId(row.userId) }))
    .sort((one, other) => one.mailId - other.mailId);
}

/** Ends a mail that was sent and erases its content. */
export async function markOutboxMailSent(on: Queryable, mailId: number, at: number): Promise<void> {
  await on.query(
    `UPDATE mail_outbox SET status = 'sent', sealed = NULL, ended_at = $2, last_error = NULL WHERE mail_id = $1`,
    [mailId, at],
  );
}

/** Postpones a mail to `dueAt`. */
export async function postponeOutboxMail(
  on: Queryable,
  mailId: number,
  dueAt: number,
  error: string,
): Promise<void> {
  await on.query(
    `UPDATE mail_outbox SET due_at = $2, last_error = $3 WHERE mail_id = $1 AND status = 'waiting'`,
    [mailId, dueAt, error],
  );
}

/** Gives up on a mail and erases its content. */
export async function markOutboxMailFailed(
  on: Queryable,
  mailId: number,
  at: number,
  error: string,
): Promise<void> {
  await on.query(
    `UPDATE mail_outbox SET status = 'failed', sealed = NULL, ended_at = $2, last_error = $3 WHERE mail_id = $1`,
    [mailId, at, error],
  );
}
