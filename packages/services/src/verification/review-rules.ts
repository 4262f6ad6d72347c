/**
 * Which review of a level counts, and when a level falls. The identity provider reports, and operators give and take levels; both are
 * reviews, distinguished by the beginning of their event id.
 *
 * Of the provider, the newest state of its record counts. Of operators, the last word counts, and what they took only they give back.
 */
import { randomUUID } from 'node:crypto';
import type { ReviewRecord } from '@salar/store/tables/verification/reviews';
import type { ReviewEvent, ReviewStatus } from '../ports/identity-provider.ts';
import { identityLevel, levelMax } from './levels.ts';

const operatorPrefix = 'operator:';

/** The states in which the provider no longer vouches for an identity: it expired or was reset, must be repeated, or is refused. */
const withdrawnStatuses: ReadonlySet<string> = new Set<ReviewStatus>(['init', 'retry', 'rejected']);

export function createOperatorEvent(): string {
  return `${operatorPrefix}${randomUUID()}`;
}

export function isByOperator({ eventId }: Pick<ReviewRecord, 'eventId'>): boolean {
  return eventId.startsWith(operatorPrefix);
}

/** Finds the newest report of the provider. @param rows  of one level, newest state first */
export function findReported(rows: readonly ReviewRecord[]): ReviewRecord | null {
  return rows.find((row) => !isByOperator(row)) ?? null;
}

/** Finds the last word of operators, in the order in which it was given. */
export function findDecided(rows: readonly ReviewRecord[]): ReviewRecord | null {
  return rows
    .filter(isByOperator)
    .reduce<ReviewRecord | null>(
      (last, row) => (last === null || row.reviewNumber > last.reviewNumber ? row : last),
      null,
    );
}

/** Finds the review of a level that customers see. @param rows  of one level, newest state first */
export function findCurrent(rows: readonly ReviewRecord[]): ReviewRecord | null {
  const decided = findDecided(rows);
  return decided?.status === 'rejected' ? decided : (findReported(rows) ?? decided);
}

/**
 * Finds the lowest level that operators took and have not given back: a decision about a level is one about all above it when they
 * take, and about all below it when they give.
 *
 * @param rows  of all levels
 */
export function findTaken(rows: readonly ReviewRecord[]): number | null {
  return rows
    .filter(isByOperator)
    .toSorted((one, other) => one.reviewNumber - other.reviewNumber)
    .reduce<number | null>(
      (taken, { status, level }) =>
        status === 'rejected' ? Math.min(taken ?? level, level) : findTakenAfterGrant(taken, level),
      null,
    );
}

/** Returns the lowest level that stays taken when operators give a level: the next one, when all from this one were taken. */
export function findTakenAfterGrant(taken: number | null, given: number): number | null {
  if (taken === null || taken > given) return taken;
  return given < levelMax ? given + 1 : null;
}

/**
 * Lists what a report of the provider says about each level, the lowest first. A final refusal is one of the person, so it is about the
 * lower levels, too: a provider names only the level that it checks at the moment, which the customer chooses by opening its page.
 */
export function listReports(event: ReviewEvent): readonly ReviewEvent[] {
  if (event.status !== 'rejected') return [event];
  const lower = Array.from({ length: event.level - identityLevel }, (_, place) => identityLevel + place);
  return [...lower.map((level) => ({ ...event, eventId: `${event.eventId}/level-${level}`, level })), event];
}

/** Returns true when the newest report of the provider has this state already, as of an earlier time. */
export function isRepeated(
  { isApplied, status, comment, asOf }: ReviewRecord,
  report: Pick<ReviewRecord, 'status' | 'comment' | 'asOf'>,
): boolean {
  return isApplied && status === report.status && comment === report.comment && asOf <= report.asOf;
}

/**
 * Returns true when a review takes a level that the account has. A level that operators gave without the provider falls only when the
 * provider refuses the identity after that.
 *
 * An approval that is missing keeps no level, so that nobody keeps one by deleting rows.
 *
 * @param rows  of the level of the review
 */
export function isFall(review: ReviewRecord, rows: readonly ReviewRecord[], reached: number): boolean {
  if (reached < review.level || !withdrawnStatuses.has(review.status)) return false;
  if (isByOperator(review)) return true;
  const decided = findDecided(rows);
  if (decided?.status !== 'approved') return true;
  if (review.status === 'rejected') return review.reviewNumber > decided.reviewNumber;
  return rows.some(
    (row) => !isByOperator(row) && row.status === 'approved' && row.reviewNumber > decided.reviewNumber,
  );
}

/**
 * Returns true when a review ends an approval, also when a crash came after the level had fallen.
 *
 * @param rows  of the level of the review, newest state first
 */
export function endsApproval(review: ReviewRecord, rows: readonly ReviewRecord[]): boolean {
  if (!withdrawnStatuses.has(review.status)) return false;
  if (!isByOperator(review) && findDecided(rows)?.status === 'rejected') return false;
  const before = rows.find((row) => row.eventId !== review.eventId && row.status !== 'pending');
  return before?.status === 'approved';
}
