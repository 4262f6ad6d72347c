/** Converts the state of a Sumsub applicant to our review status. */
import type { ReviewStatus } from '@salar/services/ports/identity-provider';
import { isObject } from './sumsub-json.ts';
import type { SumsubObject } from './sumsub-json.ts';

export type SumsubApplicant = {
  readonly applicantId: string;
  readonly externalUserId: string;
  /** Sumsub's name of the level that is being checked; null before the first. */
  readonly levelName: string | null;
  readonly status: ReviewStatus;
  /** The reviewer's comment for the customer. */
  readonly comment: string | null;
};

const commentLengthMax = 500;

/** Parses an applicant; returns null for anything else. */
export function readApplicant(value: SumsubObject): SumsubApplicant | null {
  const { id, externalUserId } = value;
  const review = isObject(value['review']) ? value['review'] : {};
  const result = isObject(review['reviewResult']) ? review['reviewResult'] : {};
  if (typeof id !== 'string' || id === '' || typeof externalUserId !== 'string') return null;
  const status = toReviewStatus(review['reviewStatus'], result['reviewAnswer'], result['reviewRejectType']);
  return {
    applicantId: id,
    externalUserId,
    levelName: typeof review['levelName'] === 'string' ? review['levelName'] : null,
    status,
    comment: status === 'retry' || status === 'rejected' ? toComment(result['moderationComment']) : null,
  };
}

/**
 * An answer counts only when the review is completed. For a refusal only its type decides, never its labels; an
 * unknown type allows another attempt, which the widget refuses when none is left.
 */
function toReviewStatus(reviewStatus: unknown, answer: unknown, rejectType: unknown): ReviewStatus {
  if (reviewStatus === undefined || reviewStatus === 'init') return 'init';
  if (reviewStatus !== 'completed') return 'pending';
  if (answer === 'GREEN') return 'approved';
  if (answer !== 'RED') return 'pending';
  return rejectType === 'FINAL' ? 'rejected' : 'retry';
}

function toComment(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const trimmed = text.trim();
  return trimmed === '' ? null : trimmed.slice(0, commentLengthMax);
}
