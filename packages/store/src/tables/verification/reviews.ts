/** Reviews by the identity provider, one row for each of its event ids. */
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { countRows, run, runFirst, tables } from '../query.ts';

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
const selectReviews = tables
  .selectFrom('verification_review')
  .select([
    'review_number as reviewNumber',
    'event_id as eventId',
    'user_id as userId',
    'level',
    'status',
    'comment',
    'as_of as asOf',
    'is_applied as isApplied',
  ]);

/** Stores an event; a repeat changes nothing. Returns the stored one, which shows whether it was applied already. */
export async function storeReview(
  on: Queryable,
  review: Omit<ReviewRecord, 'reviewNumber' | 'isApplied'> & { readonly receivedAt: Millis },
): Promise<ReviewRecord> {
  await run(
    on,
    tables
      .insertInto('verification_review')
      .values({
        event_id: review.eventId,
        user_id: review.userId,
        level: review.level,
        status: review.status,
        comment: review.comment,
        as_of: review.asOf,
        received_at: review.receivedAt,
      })
      .onConflict((conflict) => conflict.column('event_id').doNothing()),
  );
  const row = await runFirst(on, selectReviews.where('event_id', '=', review.eventId));
  if (row === null) throw new Error('an inserted review was not returned');
  return row;
}

/** Records that the provider's record still had this state at a later time. */
export async function confirmReview(on: Queryable, reviewNumber: number, asOf: number): Promise<void> {
  await run(
    on,
    tables
      .updateTable('verification_review')
      .set((eb) => ({ as_of: eb.fn<number>('greatest', [eb.ref('as_of'), eb.val(asOf)]) }))
      .where('review_number', '=', reviewNumber),
  );
}

/** Records that a review was applied; returns false when that was recorded before. */
export async function markReviewApplied(on: Queryable, eventId: string): Promise<boolean> {
  const applied = await countRows(
    on,
    tables
      .updateTable('verification_review')
      .set({ is_applied: true })
      .where('event_id', '=', eventId)
      .where('is_applied', '=', false)
      .returning('event_id'),
  );
  return applied === 1;
}

/** Returns events that were stored and may not have been applied because of a crash, oldest first. */
export async function listUnappliedReviews(on: Queryable): Promise<readonly ReviewRecord[]> {
  return run(on, selectReviews.where('is_applied', '=', false).orderBy('review_number'));
}

/** Returns the state of the provider's record of a user for one level; null when there was never a review. */
export async function findNewestReview(
  on: Queryable,
  id: UserId,
  level: number,
): Promise<ReviewRecord | null> {
  return runFirst(
    on,
    selectReviews
      .where('user_id', '=', id)
      .where('level', '=', level)
      .orderBy('as_of', 'desc')
      .orderBy('review_number', 'desc')
      .limit(1),
  );
}

/** Returns the same for every level with a review, lowest first. */
export async function listNewestReviews(on: Queryable, id: UserId): Promise<readonly ReviewRecord[]> {
  return run(
    on,
    selectReviews
      .distinctOn('level')
      .where('user_id', '=', id)
      .orderBy('level')
      .orderBy('as_of', 'desc')
      .orderBy('review_number', 'desc'),
  );
}
