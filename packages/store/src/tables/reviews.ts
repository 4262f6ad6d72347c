/** What the identity provider told us, once for each of its event ids. */
import { userId } from '@salar/protocol';
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../database.ts';

export type ReviewRecord = {
  readonly eventId: string;
  readonly userId: UserId;
  readonly level: number;
  readonly status: string;
  readonly comment: string | null;
  readonly isApplied: boolean;
};
type ReviewRow = {
  event_id: string;
  user_id: number;
  level: number;
  status: string;
  comment: string | null;
  is_applied: boolean;
};
const columns = 'event_id, user_id, level, status, comment, is_applied';

/** Stores an event; a repeat changes nothing. Gives the stored one, which tells whether it was applied already. */
export async function storeReview(
  on: Queryable,
  review: Omit<ReviewRecord, 'isApplied'> & { readonly receivedAt: Millis },
): Promise<ReviewRecord> {
  await on.query(
    `INSERT INTO verification_review (event_id, user_id, level, status, comment, received_at)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (event_id) DO NOTHING`,
    [review.eventId, review.userId, review.level, review.status, review.comment, review.receivedAt],
  );
  const rows = await on.query<ReviewRow>(`SELECT ${columns} FROM verification_review WHERE event_id = $1`, [
    review.eventId,
  ]);
  return rows[0] ? reviewOf(rows[0]) : { ...review, isApplied: false };
}

export async function markReviewApplied(on: Queryable, eventId: string): Promise<void> {
  await on.query('UPDATE verification_review SET is_applied = true WHERE event_id = $1', [eventId]);
}

/** Events that were stored and whose effect a crash may have cut off, oldest first. */
export async function reviewsNotApplied(on: Queryable): Promise<readonly ReviewRecord[]> {
  const rows = await on.query<ReviewRow>(
    `SELECT ${columns} FROM verification_review WHERE NOT is_applied ORDER BY received_at`,
  );
  return rows.map(reviewOf);
}

/** The newest event of a user, whatever its level; null when there was none. */
export async function newestReview(on: Queryable, id: UserId): Promise<ReviewRecord | null> {
  const rows = await on.query<ReviewRow>(
    `SELECT ${columns} FROM verification_review WHERE user_id = $1 ORDER BY received_at DESC, event_id DESC LIMIT 1`,
    [id],
  );
  return rows[0] ? reviewOf(rows[0]) : null;
}

function reviewOf(row: ReviewRow): ReviewRecord {
  return {
    eventId: row.event_id,
    userId: userId(row.user_id),
    level: row.level,
    status: row.status,
    comment: row.comment,
    isApplied: row.is_applied,
  };
}
