/** Parses Avenia's records. Fields we do not need are ignored; an unexpected shape throws. */
import { millis } from '@salar/protocol';
import { RampUnavailable } from '@salar/services/ports/ramp-provider';
import type { RampAttempt, RampAttemptStatus } from '@salar/services/ports/ramp-provider';
import { z } from 'zod';

/** A text that may be missing; anything else counts as missing, too. */
export const optionalText = z
  .string()
  .min(1)
  .nullish()
  .catch(null)
  .transform((text) => text ?? null);
export const requiredText = z.string().min(1);

/** Reads an answer by its schema. The error names the field and nothing of its content, which may name a person. */
export function readAnswer<T>(schema: z.ZodType<T>, answer: unknown, what: string): T {
  const read = schema.safeParse(answer);
  if (!read.success) throw unreadable(read.error.issues[0]?.path.at(-1)?.toString() ?? what);
  return read.data;
}

/** Reads the list in an answer, under its name or bare. */
export function readList<T>(item: z.ZodType<T>, answer: unknown, name: string): readonly T[] {
  const list = Array.isArray(answer) ? answer : readAnswer(z.looseObject({}), answer, name)[name];
  return readAnswer(z.array(item), list, name);
}

const commentLengthMax = 300;

const attemptFields = z.object({
  id: requiredText,
  status: requiredText,
  result: optionalText,
  resultMessage: optionalText,
  retryable: z.unknown().optional(),
  updatedAt: requiredText.transform((text) => Date.parse(text)).refine((at) => !Number.isNaN(at)),
});

/** An attempt of the check of a person. */
export const attemptSchema = attemptFields.transform((attempt): RampAttempt => {
  const providerStatus = attempt.status.toUpperCase();
  return {
    attemptId: attempt.id,
    status: toAttemptStatus(providerStatus, attempt.result?.toUpperCase() ?? null),
    isWithCustomer: providerStatus === 'PENDING',
    comment: attempt.resultMessage?.slice(0, commentLengthMax) ?? null,
    canRetry: attempt.retryable === true,
    updatedAt: millis(attempt.updatedAt),
  };
});

function toAttemptStatus(status: string, result: string | null): RampAttemptStatus {
  if (status === 'PENDING' || status === 'PROCESSING') return 'processing';
  if (status === 'EXPIRED') return 'expired';
  if (status === 'COMPLETED' && result === 'APPROVED') return 'verified';
  if (status === 'COMPLETED' && result === 'REJECTED') return 'rejected';
  throw unreadable('status');
}

function unreadable(what: string): RampUnavailable {
  return new RampUnavailable(`the provider's ${what} cannot be read`);
}
