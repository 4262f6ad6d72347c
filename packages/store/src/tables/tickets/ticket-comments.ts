/** Customers' comments on their tickets, oldest first. */
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { matchAny, prepare, run, runFirst, tables } from '../query.ts';

export type TicketComment = {
  readonly commentId: number;
  /** The request code of the ticket. */
  readonly requestCode: string;
  readonly userId: UserId;
  readonly text: string;
  readonly at: Millis;
};

const commentsByTickets = prepare(
  'comments-of',
  ({ requestCodes }: { readonly requestCodes: readonly string[] }) =>
    tables
      .selectFrom('ticket_comment')
      .select([
        'comment_id as commentId',
        'request_code as requestCode',
        'user_id as userId',
        'comment as text',
        'entered_at as at',
      ])
      .where('request_code', '=', matchAny(requestCodes))
      .orderBy('comment_id'),
);

/** Returns the comments on all the given tickets. */
export async function listTicketComments(
  on: Queryable,
  requestCodes: readonly string[],
): Promise<readonly TicketComment[]> {
  return commentsByTickets(on, { requestCodes });
}

/**
 * Adds a comment.
 * @returns its number; null, with nothing written, when the ticket has `countMax` comments
 */
export async function insertComment(
  tx: Queryable,
  comment: Omit<TicketComment, 'commentId'>,
  countMax: number,
): Promise<number | null> {
  const { requestCode, userId, text, at } = comment;
  // One writer at a time for each user, so that the count holds.
  await run(
    tx,
    tables.selectFrom('app_user').select('user_id').where('user_id', '=', userId).forNoKeyUpdate(),
  );
  const row = await runFirst(
    tx,
    tables
      .insertInto('ticket_comment')
      .columns(['request_code', 'user_id', 'comment', 'entered_at'])
      .expression(
        tables
          .selectNoFrom((eb) => [
            eb.val(requestCode).as('request_code'),
            eb.val(userId).as('user_id'),
            eb.val(text).as('comment'),
            eb.val(at).as('entered_at'),
          ])
          .where((eb) => {
            const comments = eb.selectFrom('ticket_comment').where('request_code', '=', requestCode);
            return eb(comments.select(eb.fn.countAll<number>().as('count')), '<', countMax);
          }),
      )
      .returning('comment_id as id'),
  );
  return row?.id ?? null;
}
