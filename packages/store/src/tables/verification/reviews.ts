/**
 * Reviews by the identity provider, one row for each of its event ids. The caller computes and checks the MAC of each row.
 */
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
  readonly receivedAt: Millis;
  readonly isApplied: boolean;
  /** Null in a row that was never proved. */
  readonly mac: Buffer | null;
};
const columns = [
  'review_number as reviewNumber',
  'event_id as eventId',
  'user_id as userId',
  'level',
  'status',
  'comment',
  'as_of as asOf',
  'received_at as receivedAt',
  'is_applied as isApplied',
  'mac',
] as const;
const selectReviews = tables.selectFrom('verification_review').select(columns);

/**
 * Stores an event; a repeat changes nothing. Returns the stored one, which shows whether it was applied already.
 *
 * @param computeMac  computes the MAC of the added row
 */
export async function storeReview(
  tx: Queryable,
  review: Omit<ReviewRecord, 'reviewNumber' | 'isApplied' | 'mac'>,
  computeMac: (row: ReviewRecord) => Buffer,
): Promise<ReviewRecord> {
  const inserted = await runFirst(
    tx,
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
      .onConflict((conflict) => conflict.column('event_id').doNothing())
      .returning(columns),
  );
  if (inserted !== null) {
    const mac = computeMac(inserted);
    await writeReviewTime(tx, { ...inserted, mac });
    return { ...inserted, mac };
  }
  const row = await runFirst(tx, selectReviews.where('event_id', '=', review.eventId));
  if (row === null) throw new Error('an inserted review was not returned');
  return row;
}

/** Returns a review, locked until the transaction ends. */
export async function lockReview(tx: Queryable, eventId: string): Promise<ReviewRecord | null> {
  return runFirst(tx, selectReviews.where('event_id', '=', eventId).forUpdate());
}

/** Writes until when the provider's record is known to have this state, and the MAC of the row. */
export async function writeReviewTime(
  tx: Queryable,
  { eventId, asOf, mac }: Pick<ReviewRecord, 'eventId' | 'asOf' | 'mac'>,
): Promise<void> {
  await run(
    tx,
    tables.updateTable('verification_review').set({ as_of: asOf, mac }).where('event_id', '=', eventId),
  );
}

/** Returns true when a review has a MAC. */
export async function hasReviewMacs(on: Queryable): Promise<boolean> {
  const query = tables
    .selectFrom('verification_review')
    .select('event_id')
    .where('mac', 'is not', null)
    .limit(1);
  return (await runFirst(on, query)) !== null;
}

/** Returns reviews without a MAC. */
export async function listUnprovedReviews(on: Queryable): Promise<readonly ReviewRecord[]> {
  return run(on, selectReviews.where('mac', 'is', null).orderBy('review_number'));
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

/** Returns the reviews of a user, the lowest level first, and of each level the newest state of the provider's record first. */
export async function listReviews(on: Queryable, id: UserId): Promise<readonly ReviewRecord[]> {
  return run(
    on,
    selectReviews
      .where('user_id', '=', id)
      .orderBy('level')
      .orderBy('as_of', 'desc')
      .orderBy('review_number', 'desc'),
  );
}
