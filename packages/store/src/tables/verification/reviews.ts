/** Reviews by the identity provider, one row for each of its event ids. */
import { userId } from '@salar/protocol';
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';

export type ReviewRecord = {
  /** Our number, in the order in which reviews arrived. */
  readonly reviewNumber: number;
  readonly eventId: string;
  readonly userId: UserId;
  readonly level: number;
  readonly status: string;
  readonly comment: string | null;
  /** As of when the provider's record has this state. */
  readonly asOf: number;
  readonly isApplied: boolean;
};
type Row = Omit<ReviewRecord, 'userId'> & { userId: number };
const columns = `review_number AS "reviewNumber", event_id AS "eventId", user_id AS "userId", level, status, comment,
  as_of AS "asOf", is_applied AS "isApplied"`;
const newestFirst = 'as_of DESC, review_number DESC';

/** Stores an event; a repeat changes nothing. Returns the stored one, which shows whether it was applied already. */
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
  if (!row) throw new Error('an inserted review was not returned');
  return toReview(row);
}

/** Records that the provider's record still had this state at a later time. */
export async function confirmReview(on: Queryable, reviewNumber: number, asOf: number): Promise<void> {
  await on.query('UPDATE verification_review SET as_of = greatest(as_of, $2) WHERE review_number = $1', [
    reviewNumber,
    asOf,
  ]);
}

/** Records that a review was applied; returns false when that was recorded before. */
export async function markReviewApplied(on: Queryable, eventId: string): Promise<boolean> {
  const rows = await on.query(
    'UPDATE verification_review SET is_applied = true WHERE event_id = $1 AND NOT is_applied RETURNING 1',
    [eventId],
  );
  return rows.length === 1;
}

/** Returns events that were stored and may not have been applied because of a crash, oldest first. */
export async function listUnappliedReviews(on: Queryable): Promise<readonly ReviewRecord[]> {
  const rows = await on.query<Row>(
    `SELECT ${columns} FROM verification_review WHERE NOT is_applied ORDER BY review_number`,
  );
  return rows.map(toReview);
}

/** Returns the state of the provider's record of a user for one level; null when there was never a review. */
export async function findNewestReview(
  on: Queryable,
  id: UserId,
  level: number,
): Promise<ReviewRecord | null> {
  const rows = await on.query<Row>(
    `SELECT ${columns} FROM verification_review WHERE user_id = $1 AND level = $2 ORDER BY ${newestFirst} LIMIT 1`,
    [id, level],
  );
  return rows[0] ? toReview(rows[0]) : null;
}

/** Returns the same for every level with a review, lowest first. */
export async function listNewestReviews(on: Queryable, id: UserId): Promise<readonly ReviewRecord[]> {
  const rows = await on.query<Row>(
    `SELECT DISTINCT ON (level) ${columns} FROM verification_review WHERE user_id = $1 ORDER BY level, ${newestFirst}`,
    [id],
  );
  return rows.map(toReview);
}

function toReview(row: Row): ReviewRecord {
  return { ...row, userId: userId(row.userId) };
}
