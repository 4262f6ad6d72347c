/** Customers' comments on their tickets, oldest first. */
import { millis, userId } from '@salar/protocol';
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';

export type TicketComment = {
  readonly commentId: number;
  /** The request code of the ticket. */
  readonly requestCode: string;
  readonly userId: UserId;
  readonly text: string;
  readonly at: Millis;
};

/** Returns the comments on all the given tickets. */
export async function listTicketComments(
  on: Queryable,
  requestCodes: readonly string[],
): Promise<readonly TicketComment[]> {
  const rows = await on.query<{ id: number; code: string; by: number; text: string; at: number }>(
    `SELECT comment_id AS id, request_code AS code, user_id AS by, comment AS text, entered_at AS at
     FROM ticket_comment WHERE request_code = ANY($1::text[]) ORDER BY comment_id`,
    [requestCodes],
    'comments-of',
  );
  return rows.map(({ id, code, by, text, at }) => ({
    commentId: id,
    requestCode: code,
    userId: userId(by),
    text,
    at: millis(at),
  }));
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
  // One writer at a time for each user, so that the count holds.
  await tx.query('SELECT 1 FROM app_user WHERE user_id = $1 FOR NO KEY UPDATE', [comment.userId]);
  const rows = await tx.query<{ id: number }>(
    `INSERT INTO ticket_comment (request_code, user_id, comment, entered_at)
     SELECT $1, $2, $3, $4 WHERE (SELECT count(*) FROM ticket_comment WHERE request_code = $1) < $5
     RETURNING comment_id AS id`,
    [comment.requestCode, comment.userId, comment.text, comment.at, countMax],
  );
  return rows[0]?.id ?? null;
}
