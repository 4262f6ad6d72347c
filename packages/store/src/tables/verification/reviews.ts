/** What the identity provider told us, once for each of its event ids. */
import { userId } from '@salar/protocol';
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';

export type ReviewRecord = {
  /** Ours, in the order in which reviews arrived. */
  readonly reviewNumber: number;
  readonly eventId: string;
  readonly userId: UserId;
  readonly level: number;
  readonly status: string;
  readonly comment: string | null;
  /** When the provider's record stood like this. */
  readonly asOf: number;
  readonly isApplied: boolean;
};
type Row = Omit<ReviewRecord, 'userId'> & { userId: number };
const columns = `review_number AS "reviewNumber", event_id AS "eventId", user_id AS "userId", level, status, comment,
  as_of AS "asOf", is_applied AS "isApplied"`;
const newestFirst = 'as_of DESC, review_number DESC';

/** Stores an event; a repeat changes nothing. Gives the stored one, which tells whether it was applied already. */
export async function storeReview(
  on: Queryable,
  review: Omit<ReviewRecord, 'reviewNumber' | 'isApplied'> & { readonly receivedAt: Millis },
): Promise<ReviewRecord> {
  await on.query(
    `INSERT INTO verification_review (event_id, user_id, level, status, comment, as_of, received_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (event_id) DO NOTHING`,
    [
      review.eventId,
      review.userId,
      review.level,
      review.status,
      review.comment,
      review.asOf,
      review.receivedAt,
    ],
  );
  const [row] = await on.query<Row>(`SELECT ${columns} FROM verification_review WHERE event_id = $1`, [
    review.eventId,
  ]);
  if (!row) throw new Error('a review that was just written is not there');
  return toReview(row);
}

/** The provider's record still stood like this at a later time. */
export async function confirmReview(on: Queryable, reviewNumber: number, asOf: number): Promise<void> {
  await on.query('UPDATE verification_review SET as_of = greatest(as_of, $2) WHERE review_number = $1', [
    reviewNumber,
    asOf,
  ]);
}

/** Notes that a review has had its effect; false when that was noted before. */
export async function markReviewApplied(on: Queryable, eventId: string): Promise<boolean> {
  const rows = await on.query(
    'UPDATE verification_review SET is_applied = true WHERE event_id = $1 AND NOT is_applied RETURNING 1',
    [eventId],
  );
  return rows.length === 1;
}

/** Events that were stored and whose effect a crash may have cut off, oldest first. */
export async function reviewsNotApplied(on: Queryable): Promise<readonly ReviewRecord[]> {
  const rows = await on.query<Row>(
    `SELECT ${columns} FROM verification_review WHERE NOT is_applied ORDER BY review_number`,
  );
  return rows.map(toReview);
}

/** How the provider's record of a user stands for one level; null when it never said anything. */
export async function newestReview(on: Queryable, id: UserId, level: number): Promise<ReviewRecord | null> {
  const rows = await on.query<Row>(
    `SELECT ${columns} FROM verification_review WHERE user_id = $1 AND level = $2 ORDER BY ${newestFirst} LIMIT 1`,
    [id, level],
  );
  return rows[0] ? toReview(rows[0]) : null;
}

/** The same for every level that the provider ever spoke of, lowest first. */
export async function newestReviews(on: Queryable, id: UserId): Promise<readonly ReviewRecord[]> {
  const rows = await on.query<Row>(
    `SELECT DISTINCT ON (level) ${columns} FROM verification_review WHERE user_id = $1 ORDER BY level, ${newestFirst}`,
    [id],
  );
  return rows.map(toReview);
}

function toReview(row: Row): ReviewRecord {
  return { ...row, userId: userId(row.userId) };
}
