/** Outgoing mail. A row is written in the transaction of its cause; one worker claims, sends and ends it. */
import { sql } from 'kysely';
import type { NotNull } from 'kysely';
import { millis } from '@salar/protocol';
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { matchAny, countRows, prepare, run, runFirst, tables } from '../query.ts';

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
  const inserted = await countRows(
    tx,
    tables
      .insertInto('mail_outbox')
      .values({
        dedup_key: mail.dedupKey,
        user_id: mail.userId,
        recipient: mail.recipient,
        kind: mail.kind,
        language: mail.language,
        sealed: mail.sealed,
        due_at: mail.createdAt,
        created_at: mail.createdAt,
      })
      .onConflict((conflict) => conflict.column('dedup_key').doNothing())
      .returning('mail_id'),
  );
  return inserted > 0;
}

/** Counts the mails of the given kinds that an address was sent since a time. */
export async function countOutboxMailsSince(
  on: Queryable,
  recipient: string,
  kinds: readonly string[],
  since: number,
): Promise<number> {
  const row = await runFirst(
    on,
    tables
      .selectFrom('mail_outbox')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('recipient', '=', recipient)
      .where('kind', '=', matchAny(kinds))
      .where('created_at', '>=', millis(since)),
  );
  return row?.count ?? 0;
}

type Claim = { readonly at: Millis; readonly leaseUntil: number; readonly limit: number };
/** The status is a literal: only then does PostgreSQL use the index of waiting mails for every plan. */
const claimMails = prepare('claim_outbox_mails', ({ at, leaseUntil, limit }: Claim) =>
  tables
    .updateTable('mail_outbox')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), due_at: leaseUntil }))
    .where('mail_id', 'in', (eb) =>
      eb
        .selectFrom('mail_outbox')
        .select('mail_id')
        .where('status', '=', sql.lit('waiting'))
        .where('due_at', '<=', at)
        .orderBy('due_at')
        .orderBy('mail_id')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning([
      'mail_id as mailId',
      'dedup_key as dedupKey',
      'user_id as userId',
      'recipient',
      'kind',
      'language',
      'sealed',
      'attempts',
    ])
    .$narrowType<{ sealed: NotNull }>(),
);

/**
 * Claims mails that are due, oldest first, until `leaseUntil`.
 *
 * When the worker dies meanwhile, the next one claims them after that time.
 */
export async function claimOutboxMails(
  on: Queryable,
  options: { readonly at: number; readonly leaseUntil: number; readonly limit: number },
): Promise<readonly OutboxMail[]> {
  const rows = await claimMails(on, { ...options, at: millis(options.at) });
  return rows.sort((one, other) => one.mailId - other.mailId);
}

/** Returns when the next mail is due, in milliseconds of the epoch; null when none waits. */
export async function readNextMailDueAt(on: Queryable): Promise<number | null> {
  const row = await runFirst(
    on,
    tables
      .selectFrom('mail_outbox')
      .select(({ fn }) => fn.min('due_at').as('dueAt'))
      .where('status', '=', sql.lit('waiting')),
  );
  return row?.dueAt ?? null;
}

/** Ends a mail that was sent and erases its content. */
export async function markOutboxMailSent(on: Queryable, mailId: number, at: number): Promise<void> {
  await run(
    on,
    tables
      .updateTable('mail_outbox')
      .set({ status: 'sent', sealed: null, ended_at: at, last_error: null })
      .where('mail_id', '=', mailId),
  );
}

/** Postpones a mail to `dueAt`. */
export async function postponeOutboxMail(
  on: Queryable,
  mailId: number,
  dueAt: number,
  error: string,
): Promise<void> {
  await run(
    on,
    tables
      .updateTable('mail_outbox')
      .set({ due_at: dueAt, last_error: error })
      .where('mail_id', '=', mailId)
      .where('status', '=', 'waiting'),
  );
}

/** Gives up on a mail and erases its content. */
export async function markOutboxMailFailed(
  on: Queryable,
  mailId: number,
  at: number,
  error: string,
): Promise<void> {
  await run(
    on,
    tables
      .updateTable('mail_outbox')
      .set({ status: 'failed', sealed: null, ended_at: at, last_error: error })
      .where('mail_id', '=', mailId),
  );
}
