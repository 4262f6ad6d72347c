/**
 * Reads and stores reviews of the identity provider. Every row is proved by a MAC: a review that somebody else wrote or changed
 * raises no level, and replaces no other one. Whether it was applied is not covered: it raises the same level once more.
 */
import type { UserId } from '@salar/protocol';
import type { Queryable } from '@salar/store';
import {
  hasReviewMacs,
  listReviews,
  listUnappliedReviews,
  listUnprovedReviews,
  lockReview,
  storeReview,
  writeReviewTime,
} from '@salar/store/tables/verification/reviews';
import type { ReviewRecord } from '@salar/store/tables/verification/reviews';
import type { ProvedTable } from '../crypto/first-proofs.ts';
import type { RowMacs } from '../crypto/row-macs.ts';

const table = 'verification_review';

export class ReviewRecords implements ProvedTable {
  readonly name = table;
  readonly #macs: RowMacs;

  constructor(macs: RowMacs) {
    this.#macs = macs;
  }

  /** Lists the reviews of a customer, the lowest level first, and of each level the newest state first. */
  async list(on: Queryable, userId: UserId): Promise<readonly ReviewRecord[]> {
    return (await listReviews(on, userId)).filter((row) => this.#isProved(row));
  }

  /** Lists reviews that were stored and may not have been applied because of a crash, oldest first. */
  async listUnapplied(on: Queryable): Promise<readonly ReviewRecord[]> {
    return (await listUnappliedReviews(on)).filter((row) => this.#isProved(row));
  }

  /** Stores an event; a repeat changes nothing. @returns the stored one, or null for one that is refused */
  async store(
    tx: Queryable,
    review: Omit<ReviewRecord, 'reviewNumber' | 'isApplied' | 'mac'>,
  ): Promise<ReviewRecord | null> {
    return this.#check(await storeReview(tx, review, (row) => this.#computeMac(row)));
  }

  /** Records that the provider's record still had this state at a later time. */
  async confirm(tx: Queryable, eventId: string, asOf: number): Promise<void> {
    const row = this.#check(await lockReview(tx, eventId));
    if (row !== null && row.asOf < asOf) await this.#write(tx, { ...row, asOf });
  }

  /** Computes the MAC of a row under the current key. Returns false for a row that the exchange did not write. */
  async proveAgain(tx: Queryable, eventId: string): Promise<boolean> {
    const row = this.#check(await lockReview(tx, eventId));
    if (row === null) return false;
    await this.#write(tx, row);
    return true;
  }

  hasMacs(on: Queryable): Promise<boolean> {
    return hasReviewMacs(on);
  }

  async proveAll(tx: Queryable): Promise<number> {
    const rows = await listUnprovedReviews(tx);
    for (const row of rows) await this.#write(tx, row);
    return rows.length;
  }

  #write(tx: Queryable, row: ReviewRecord): Promise<void> {
    return writeReviewTime(tx, { ...row, mac: this.#computeMac(row) });
  }

  #check(row: ReviewRecord | null): ReviewRecord | null {
    return row !== null && this.#isProved(row) ? row : null;
  }

  #isProved(row: ReviewRecord): boolean {
    return this.#macs.isProved(toProvable(row), row.mac);
  }

  #computeMac(row: ReviewRecord): Buffer {
    return this.#macs.compute(toProvable(row));
  }
}

function toProvable(row: ReviewRecord) {
  const { reviewNumber, eventId, userId, level, status, comment, asOf, receivedAt } = row;
  const columns = [reviewNumber, eventId, userId, level, status, comment, asOf, receivedAt];
  return { table, id: eventId, columns };
}
