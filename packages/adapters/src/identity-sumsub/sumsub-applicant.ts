/** Converts the state of a Sumsub applicant to our review status. */
import type { ReviewStatus } from '@salar/services/ports/identity-provider';
import { z } from 'zod';

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
const anything = z.unknown().optional();
const optionalText = z.string().nullish().catch(null);

/** A review or a result of another shape counts as missing: the applicant is then as before its first review. */
const applicantSchema = z.object({
  id: z.string().min(1),
  externalUserId: z.string(),
  review: z
    .object({
      levelName: optionalText,
      reviewStatus: anything,
      reviewResult: z
        .object({ reviewAnswer: anything, reviewRejectType: anything, moderationComment: optionalText })
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
});

/** Parses an applicant; returns null for anything else. */
export function readApplicant(value: unknown): SumsubApplicant | null {
  const { data } = applicantSchema.safeParse(value);
  if (data === undefined) return null;
  const { id, externalUserId, review } = data;
  const result = review?.reviewResult;
  const status = toReviewStatus(review?.reviewStatus, result?.reviewAnswer, result?.reviewRejectType);
  return {
    applicantId: id,
    externalUserId,
    levelName: review?.levelName ?? null,
    status,
    comment: status === 'retry' || status === 'rejected' ? toComment(result?.moderationComment ?? '') : null,
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

function toComment(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === '' ? null : trimmed.slice(0, commentLengthMax);
}
